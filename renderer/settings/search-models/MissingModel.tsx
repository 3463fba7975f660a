import type { EmbeddingServer, ModelSummary } from '@shared/contract/index';
import { Download } from 'lucide-react';
import { Button } from '../../components/Button';
import { usePull } from '../../state/model-pull';
import { useSearchModels } from '../../state/search-models';
import { t } from '../../strings/index';
import { ServerActions, serverSentence } from './EmbeddingServers';
import { ImportButton } from './ImportButton';
import { ofServer, placeOf } from './model-facts';

/** Under the row of a model that was chosen and has no files: what works without it, and how to have it back. */
export function MissingModel({ model }: { readonly model: ModelSummary }) {
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
  const server = servers?.find(({ provider }) => id.startsWith(`${provider}:`));
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
  const model = id.slice(id.indexOf(':') + 1);
  const answers = server.state === 'ok' || server.state === 'no-models';
  const name = t(`searchModels.serverName.${server.provider}`);
  return (
    <>
      <p className="break-words">
        {answers
          ? t('searchModels.goneLacks', { model, server: name, place: placeOf(server.address) })
          : `${t('searchModels.goneDown', { model })} ${serverSentence(server)}`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {answers && server.provider === 'ollama' ? (
          <Button
            data-testid="pull-gone"
            className="h-auto! min-h-8 max-w-full whitespace-normal! py-1 text-left"
            icon={<Download size={14} aria-hidden className="shrink-0" />}
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
