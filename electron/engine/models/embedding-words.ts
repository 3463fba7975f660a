import { reportOf, VitrineError } from '@shared/errors';
import { reasonIn } from './refusal-reason';
import { type ServerName, serverId, serverTitle } from './server-names';

const elsewhere = 'or choose another embedding model';

/**
 * A failure of a model server, with advice for somebody who wants vectors and not an answer: the chat's own words would
 * tell them to ask without a model. The code stays; `why` begins with `embedding-`. What has a reason of the embedder's
 * own, and what is no failure of a server, is given back as it is.
 */
export function inEmbeddingWords(error: unknown, name: ServerName, address: string): unknown {
  if (!(error instanceof VitrineError)) return error;
  const { code, message, details = {} } = reportOf(error);
  const { model, provider } = name;
  const server = serverTitle[provider];
  const place = URL.canParse(address) ? new URL(address).host : address;
  const facts = { ...details, server, model, place };
  const said = (text: string, hint: string, why: { readonly why: string; readonly said?: string }) =>
    new VitrineError(code, text, `${hint}, ${elsewhere}.`, { ...facts, ...why }, { cause: error });
  switch (code) {
    case 'model-unreachable':
      return details.why === 'no-address' ? error : said(message, 'Start it', { why: 'embedding-down' });
    case 'model-timeout':
      return said(`${server} at ${place} gave no vectors in time.`, 'Check that it is not stuck', {
        why: 'embedding-late',
      });
    case 'model-missing': {
      const pull =
        provider === 'ollama' ? `Pull it first: vitrine models pull ${serverId(name)}` : 'See its model list';
      return details.why === 'not-on-server' ? said(message, pull, { why: 'embedding-absent' }) : error;
    }
    case 'model-failed':
      return failure();
    default:
      return error;
  }

  function failure(): unknown {
    switch (details.why) {
      case 'no-vector':
        return error;
      case 'key-refused':
        return said(message, 'Check its key in the settings', { why: 'embedding-key' });
      case 'wrong-address':
        return said(message, 'Check its address (with OpenAI’s API it mostly ends in /v1)', {
          why: 'embedding-address',
        });
      case 'broke-off':
        return said(message, 'Try again; if it happens again, look at its log', { why: 'embedding-broke-off' });
      default:
        return details.status === undefined
          ? said(message, `Check that ${model} makes embeddings`, { why: 'embedding-none' })
          : refused();
    }
  }

  function refused(): VitrineError {
    const reason = reasonIn(details.body);
    const text = `${server} answered with status ${details.status}${reason && `: ${reason}`}.`;
    return said(text, 'Look at its log', { why: 'embedding-status', ...(reason && { said: reason }) });
  }
}
