import type { ModelCall } from '@shared/contract/index';
import { formatDuration } from '../components/quantities';
import { t } from '../strings/index';
import { saidRemark } from '../strings/remarks';

/** What a stage's agent asked a language model and what came back, word for word, folded away. */
export function ModelCalls({ calls }: { readonly calls: readonly ModelCall[] }) {
  return calls.map((call, index) => (
    // Calls are a log: they never change their places.
    // biome-ignore lint/suspicious/noArrayIndexKey: two calls may be the same in everything else
    <details key={index} data-testid="model-call" className="mt-2 text-14">
      <summary className="cursor-pointer text-soft">
        {t('calls.title', { model: call.model, outcome: t(`calls.outcomes.${call.outcome}`) })}{' '}
        <span className="tabular text-12 text-muted">
          {[formatDuration(call.ms), tokensOf(call)].filter((part) => part !== '').join(' · ')}
        </span>
      </summary>
      {call.reason === null ? null : <p className="mt-1 text-12 text-muted">{saidRemark(call.reason)}</p>}
      {call.messages.map((message, position) => (
        <CallText
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id and keep their order
          key={position}
          title={t(`calls.roles.${message.role}`)}
          text={message.content}
        />
      ))}
      <CallText title={t('calls.raw')} text={call.raw} />
    </details>
  ));
}

function CallText({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <h4 className="mt-2 text-12 font-medium text-muted">{title}</h4>
      <pre className="mt-1 overflow-x-auto rounded-md border border-hairline p-2 text-12 break-words whitespace-pre-wrap">
        {text}
      </pre>
    </>
  );
}

/** Tokens of the question and of the answer; empty where the server has not counted them. */
function tokensOf({ promptTokens, outputTokens }: ModelCall): string {
  if (promptTokens === null || outputTokens === null) return '';
  return t('calls.tokens', { asked: promptTokens, said: outputTokens });
}
