import { VitrineError } from '@shared/errors';
import type { EmbeddingEntry, ModelCatalogue } from '@shared/model-catalogue';

export type Provider = 'ollama' | 'openai';

export interface ServerName {
  readonly provider: Provider;
  readonly model: string;
}

/** `ollama:all-minilm` → its parts; null for a name without a provider. Ollama's `:latest` says nothing and is left out. */
export function serverName(id: string): ServerName | null {
  const parts = /^(ollama|openai):(.+)$/u.exec(id);
  const [, provider, model] = parts ?? [];
  if (!model || (provider !== 'ollama' && provider !== 'openai')) return null;
  return { provider, model: provider === 'ollama' ? model.replace(/:latest$/u, '') : model };
}

export const serverId = ({ provider, model }: ServerName): string => `${provider}:${model}`;

/** What a person calls the server. */
export const serverTitle: Readonly<Record<Provider, string>> = { ollama: 'Ollama', openai: 'The model server' };

const calibratedWith = 'all-MiniLM-L6-v2';
/** Half words, half vectors: no server's model was measured here. */
const vectorWeight = 0.5;
/** Tokens at once where the server does not say; sentence models of its kind take at least so many. */
const fallbackWindow = 512;

/**
 * The catalogue entry of a server's embedding model. Nobody has measured it: relevance is judged as with MiniLM, and
 * the report says so. `dimension` and `window` are what the server has told, 0 and 512 before it has.
 * Errors: `config-invalid` where the catalogue has no MiniLM to take the calibration from.
 */
export function serverEntry(
  name: ServerName,
  catalogue: ModelCatalogue,
  learned: { readonly dimension: number; readonly window: number } = { dimension: 0, window: fallbackWindow },
): EmbeddingEntry {
  const measured = catalogue.models.find((entry) => entry.id === calibratedWith);
  if (measured?.job !== 'embedding') {
    const hint = 'Put the models.json that came with Vitrine back.';
    throw new VitrineError('config-invalid', `models.json lacks ${calibratedWith}.`, hint);
  }
  return {
    id: serverId(name),
    job: 'embedding',
    title: `${name.model} (${name.provider === 'ollama' ? 'Ollama' : 'OpenAI-compatible server'})`,
    licence: 'see the model',
    source: { kind: 'server', ...name },
    files: {},
    ...learned,
    pooling: 'none',
    prefixes: { query: '', passage: '' },
    vectorWeight,
    cosineThreshold: measured.cosineThreshold,
    ...(measured.ranking ? { ranking: measured.ranking } : {}),
    relevance: {
      ...measured.relevance,
      unmeasured: true,
      report: `not measured with this model: taken from ${calibratedWith} (${measured.relevance.report})`,
    },
  };
}

/** Names that embedding models have, for servers that do not say what a model is for. */
export const soundsLikeEmbedding = (model: string): boolean =>
  /embed|minilm|mpnet|nomic|(^|[-/_])(bge|gte|gtr|e5|labse|distiluse|stella|voyage)([-_]|$)|mxbai|paraphrase/iu.test(
    model,
  );
