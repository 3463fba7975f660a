import type { EmbeddingServer, ModelSummary } from '@shared/contract/index';
import { providers } from '@shared/providers';
import { t } from '@shared/words/index';
import { CircleSlash, Download, FolderInput, RefreshCw } from 'lucide-react';
import { host } from '../../../bridge/host';
import { usePull } from '../../../state/model-pull';
import { nameOf, useSearchModels } from '../../../state/search-models';
import { serverSubject, useSettings } from '../../../state/settings';
import { Button } from '../../../ui/Button';
import { scrollIntoView } from '../../../ui/focus';
import { ErrorNote } from '../../../ui/Notices';
import { modelName } from '../../../ui/names';
import { formatBytes } from '../../../ui/quantities';
import { byteProgress, TaskProgress } from '../../../ui/TaskProgress';
import { PullModel } from '../PullModel';
import { SettingGroup } from '../SettingRow';
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

export function ImportModels({ models }: { readonly models: readonly ModelSummary[] }) {
  const { importing, imported, refused, cancel } = useSearchModels();
  const bytes = models.reduce((sum, model) => sum + bytesHere(model), 0);
  const copied = models.find(({ id }) => id === importing?.model);
  const label = t('searchModels.importing', { model: copied ? nameOf(copied) : (importing?.model ?? '') });
  return (
    <SettingGroup
      title={t('searchModels.import')}
      help={t('searchModels.importHelp')}
      action={<ImportButton testId="import-models" />}
    >
      {importing ? (
        <div data-testid="import-progress">
          <TaskProgress
            name={label}
            cancelTestId="import-cancel"
            cancel={cancel}
            {...byteProgress(importing.done, importing.total)}
          />
        </div>
      ) : null}
      {refused && refused.model === null ? (
        <div ref={scrollIntoView} className="scroll-mb-6">
          <ErrorNote error={refused.error} />
        </div>
      ) : null}
      {imported.length > 0 ? (
        <p ref={scrollIntoView} data-testid="imported" aria-live="polite" className="scroll-mb-12">
          {t(imported.length === 1 ? 'searchModels.importedOne' : 'searchModels.importedMany', {
            models: imported.map((title) => nameOf({ title })),
          })}
        </p>
      ) : null}
      {bytes > 0 ? (
        <p className="tabular text-12 text-muted" data-testid="models-on-disk">
          {t('searchModels.onDisk', { size: formatBytes(bytes) })}
        </p>
      ) : null}
    </SettingGroup>
  );
}

const bytesHere = ({ store, bytes }: ModelSummary): number => (store?.removable ? bytes : (store?.partialBytes ?? 0));

/** The other way to have a model, where it is wanted: from a folder. A browser cannot name one. */
export function ImportButton({ testId, className = '' }: { readonly testId: string; readonly className?: string }) {
  const { importing, importFolder } = useSearchModels();
  if (host().host !== 'desktop') return null;
  return (
    <Button
      className={className}
      data-testid={testId}
      icon={FolderInput}
      disabled={importing !== null}
      label={t('searchModels.import')}
      onClick={() => void importFolder()}
    />
  );
}
