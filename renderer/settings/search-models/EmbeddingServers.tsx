import type { EmbeddingServer } from '@shared/contract/index';
import { CircleSlash, RefreshCw } from 'lucide-react';
import { Button } from '../../components/Button';
import { useSearchModels } from '../../state/search-models';
import { useSettings } from '../../state/settings';
import { t } from '../../strings/index';
import { PullModel } from '../PullModel';
import { placeOf } from './model-facts';

/** How a server is that has no embedding model to list, in a sentence or two. */
export function serverSentence({ provider, address, state }: EmbeddingServer): string {
  if (state === 'ok') return '';
  const server = t(`searchModels.serverName.${provider}`);
  const said = t(`searchModels.server.${state}`, { server, place: placeOf(address) });
  return state === 'no-models' ? `${said} ${t(`searchModels.loadOne.${provider}`)}` : said;
}

/**
 * Under the models: why a server has none to list. Nothing is wrong in doing without, so that it is said quietly; of
 * the model `besides` it is told above already.
 */
export function EmbeddingServers({ besides }: { readonly besides: string | null }) {
  const { servers, asksServers } = useSearchModels();
  const silent = (servers ?? []).filter(
    ({ provider, state }) => state !== 'ok' && !besides?.startsWith(`${provider}:`),
  );
  return (
    <div data-testid="embedding-servers" aria-live="polite">
      {silent.map((server) => (
        <div
          key={server.provider}
          className="content mt-4"
          data-testid={`server-${server.provider}`}
          data-state={server.state}
        >
          <p className="flex gap-2 text-soft">
            <CircleSlash size={14} aria-hidden className="mt-1 shrink-0 text-muted" />
            <span className="min-w-0 break-words">{serverSentence(server)}</span>
          </p>
        </div>
      ))}
      {servers === null ? <p className="mt-4 text-muted">{t('searchModels.askingServers')}</p> : null}
      {silent.length > 0 ? <ServerActions className="mt-2" waits={asksServers} /> : null}
    </div>
  );
}

/** To ask the servers once more, or to go where their addresses and keys are. */
export function ServerActions({ className = '', waits }: { readonly className?: string; readonly waits: boolean }) {
  const load = useSearchModels((state) => state.load);
  const open = useSettings((state) => state.open);
  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      <Button
        data-testid="ask-servers"
        icon={<RefreshCw size={14} aria-hidden />}
        aria-disabled={waits}
        onClick={() => (waits ? undefined : void load())}
      >
        {waits ? t('searchModels.askingServers') : t('searchModels.askAgain')}
      </Button>
      <Button look="ghost" data-testid="to-servers" onClick={() => open('models')}>
        {t('searchModels.toServers')}
      </Button>
    </div>
  );
}

/** Where Ollama answers, it can get an embedding model too. */
export function PullEmbedding() {
  const ollama = useSearchModels(({ servers }) => servers?.find(({ provider }) => provider === 'ollama'));
  if (ollama?.state !== 'ok' && ollama?.state !== 'no-models') return null;
  return (
    <PullModel
      title={t('searchModels.pullEmbedding')}
      help={t('searchModels.pullEmbeddingHelp')}
      initial={ollama.state === 'no-models' ? 'all-minilm' : ''}
    />
  );
}
