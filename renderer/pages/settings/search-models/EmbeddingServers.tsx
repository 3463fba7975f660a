import type { EmbeddingServer, ModelSummary } from '@shared/contract/index';
import { providers } from '@shared/providers';
import { t } from '@shared/words/index';
import { CircleSlash, Download, RefreshCw } from 'lucide-react';
import { usePull } from '../../../state/model-pull';
import { useSearchModels } from '../../../state/search-models';
import { serverSubject, useSettings } from '../../../state/settings';
import { Button } from '../../../ui/Button';
import { modelName } from '../../../ui/names';
import { PullModel } from '../PullModel';
import { ImportButton } from './ImportModels';
import { ofServer, serverHost } from './ModelFigures';

function serverSentence({ server: id, provider, address, state }: EmbeddingServer): string {
  if (state === 'ok') return '';
  const server = serverSubject(id);
  const said = t(`searchModels.server.${state}`, { server, place: serverHost(address) });
  return state === 'no-models'
    ? `${said} ${t(providers[provider].pulls ? 'searchModels.getOne' : 'searchModels.loadOne')}`
    : said;
}

/** Why a server lists no model. Doing without is fine, so the text is quiet; `besides` is shown above. */
export function EmbeddingServers({ besides }: { readonly besides: string | null }) {
  const { servers, asksServers } = useSearchModels();
  const silent = (servers ?? []).filter(({ server, state }) => state !== 'ok' && !besides?.startsWith(`${server}:`));
  return (
    <div data-testid="embedding-servers" aria-live="polite">
      {silent.map((server) => (
        <p
          key={server.server}
          className="content mt-4 flex gap-2 text-soft"
          data-testid={`server-${server.server}`}
          data-state={server.state}
        >
          <CircleSlash size={14} aria-hidden className="mt-1 shrink-0 text-muted" />
          <span className="min-w-0 break-words">{serverSentence(server)}</span>
        </p>
      ))}
      {servers === null ? <p className="mt-4 text-muted">{t('searchModels.askingServers')}</p> : null}
      {silent.length > 0 ? <ServerActions className="mt-2" waits={asksServers} /> : null}
    </div>
  );
}

function ServerActions({ className = '', waits }: { readonly className?: string; readonly waits: boolean }) {
  const load = useSearchModels((state) => state.load);
  const open = useSettings((state) => state.open);
  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      <Button data-testid="ask-servers" icon={RefreshCw} aria-disabled={waits} onClick={() => void load()}>
        {waits ? t('searchModels.askingServers') : t('settings.checkServers')}
      </Button>
      <Button look="ghost" data-testid="to-servers" onClick={() => open('models')}>
        {t('searchModels.toServers')}
      </Button>
    </div>
  );
}

export function PullEmbedding() {
  const ollama = useSearchModels(({ servers }) => servers?.find(({ provider }) => providers[provider].pulls));
  if (ollama?.state !== 'ok' && ollama?.state !== 'no-models') return null;
  return (
    <PullModel
      title={t('searchModels.pullEmbedding')}
      help={t('searchModels.pullEmbeddingHelp')}
      initial={ollama.state === 'no-models' ? 'all-minilm' : ''}
    />
  );
}

export function MissingModelNote({ model }: { readonly model: ModelSummary }) {
  const { job, store } = model;
  if (job === 'chat') return null;
  const from = store?.from === 'bundled' ? 'bundled' : 'hub';
  return (
    <div role="status" className="mt-3 rounded-md bg-caution-wash px-4 py-3" data-testid="missing-model">
      <p>
        {t(`searchModels.missing.${job}`)} {t(`searchModels.getBack.${from}`)}
      </p>
      {from === 'hub' ? <ImportButton testId="import-missing" className="mt-2" /> : null}
    </div>
  );
}

/** In the place of its row: the model that the library was indexed with is in no list now. */
export function GoneModel({ id }: { readonly id: string }) {
  const servers = useSearchModels((state) => state.servers);
  const elsewhere = ofServer(id);
  // Whether a server has it is known once it was asked.
  if (elsewhere && servers === null) return null;
  const server = servers?.find((one) => id.startsWith(`${one.server}:`));
  return (
    <div role="status" className="mb-2 rounded-md bg-caution-wash px-4 py-3" data-testid="model-gone">
      {server ? (
        <GoneFromServer id={id} server={server} />
      ) : (
        <p className="break-words">{t(elsewhere ? 'searchModels.gone' : 'searchModels.goneHere', { model: id })}</p>
      )}
      {elsewhere ? null : <ImportButton testId="import-missing" className="mt-2" />}
    </div>
  );
}

function GoneFromServer({ id, server }: { readonly id: string; readonly server: EmbeddingServer }) {
  const waits = useSearchModels((state) => state.asksServers);
  const { requestId, start } = usePull();
  const model = modelName(id);
  const answers = server.state === 'ok' || server.state === 'no-models';
  const name = serverSubject(server.server);
  return (
    <>
      <p className="break-words">
        {answers
          ? t('searchModels.goneLacks', { model, server: name, place: serverHost(server.address) })
          : `${t('searchModels.goneDown', { model })} ${serverSentence(server)}`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {answers && providers[server.provider].pulls ? (
          <Button
            data-testid="pull-gone"
            className="h-auto! min-h-8 max-w-full whitespace-normal! py-1 text-left"
            icon={Download}
            aria-disabled={requestId !== null}
            onClick={() => void start(id, model)}
          >
            <span className="min-w-0 break-words">{t('searchModels.pullGone', { model })}</span>
          </Button>
        ) : null}
        <ServerActions waits={waits} />
      </div>
    </>
  );
}
