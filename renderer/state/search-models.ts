import type { EmbeddingServer, ModelSummary, RequestOf, RouteName } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import { host, newId } from '../bridge/host';
import { useLibrary } from './library/library';
import { slice } from './slice';

interface Busy {
  readonly model: string;
  readonly what: 'measuring' | 'using' | 'removing';
  readonly requestId: string;
}

interface Importing {
  readonly requestId: string;
  readonly model: string | null;
  readonly done: number;
  readonly total: number | null;
}

const first = {
  /** Null until the engine has answered once. */
  models: null as readonly ModelSummary[] | null,
  /** How the model servers are; null until they were asked once. */
  servers: null as readonly EmbeddingServer[] | null,
  asksServers: false,
  error: null as ErrorReport | null,
  busy: null as Busy | null,
  /** The last refusal, and its model; null for the import. */
  refused: null as { readonly model: string | null; readonly error: ErrorReport } | null,
  chosen: null as string | null,
  importing: null as Importing | null,
  imported: [] as readonly string[],
};

/** Whether the model that the library was indexed with has no files, as the list of models tells it, and as the status does. */
const missesEmbedding = (models: readonly ModelSummary[]): boolean =>
  models.some(({ job, active, installed }) => job === 'embedding' && active && !installed);
const knownToMiss = (): boolean => useLibrary.getState().status?.health.some(({ check }) => check === 'model') === true;

let asked = 0;

async function load(): Promise<void> {
  asked += 1;
  const mine = asked;
  set({ asksServers: true });
  const asking = host().request('models.servers', {});
  const answer = await host().request('models.list', { servers: false });
  // Asked again since: this answer is old, whenever it comes.
  if (mine !== asked) return;
  if (!answer.ok) return set({ error: answer.error, asksServers: false });
  const here = answer.data;
  const before = get().servers ?? [];
  // Servers without a list are not waited for; with the others the model in use changes in one go.
  if (before.every(({ models }) => models.length === 0)) set({ models: here, error: null });
  if (missesEmbedding(here) !== knownToMiss()) void useLibrary.getState().loadStatus();
  const told = await asking;
  if (mine !== asked) return;
  const servers = told.ok ? told.data : [];
  const models = [...here, ...servers.flatMap((server) => server.models)];
  set({ models, servers, error: told.ok ? null : told.error, asksServers: false });
}

function refuse(model: string | null, error: ErrorReport): void {
  // A person who cancels knows it.
  if (error.code !== 'cancelled') set({ refused: { model, error } });
}

/** Acts on a model, unless another action runs; a refusal is at its row. */
async function busyWith<R extends RouteName>(
  model: string,
  what: Busy['what'],
  route: R,
  input: RequestOf<R>,
): Promise<Result<unknown> | null> {
  if (get().busy) return null;
  const requestId = newId();
  set({ busy: { model, what, requestId }, refused: null });
  const answer = await host().request(route, input, { requestId });
  set({ busy: null });
  if (answer.ok) await load();
  // A mismatch with the index is not a refusal: it can be rebuilt.
  else if (what !== 'using' || answer.error.code !== 'index-mismatch') refuse(model, answer.error);
  return answer;
}

const actions = {
  load,
  measure: (model: string) => busyWith(model, 'measuring', 'models.measure', { model }),
  /** Resolves to whether the library must be rebuilt for it first. */
  async use({ id, title, location }: ModelSummary): Promise<boolean> {
    const answer = await busyWith(id, 'using', 'models.use', { model: id });
    // To do without is no model, and has no place.
    if (answer?.ok) set({ chosen: location === null ? null : title });
    return answer?.ok === false && answer.error.code === 'index-mismatch';
  },
  remove: ({ id }: ModelSummary) => busyWith(id, 'removing', 'models.remove', { model: id }),
  async importFolder(): Promise<void> {
    const [path] = await host().chooseFiles('folder');
    if (path === undefined || get().importing) return;
    const requestId = newId();
    set({ importing: { requestId, model: null, done: 0, total: null }, imported: [], refused: null });
    const answer = await host().request('models.import', { path }, { requestId });
    set({ importing: null });
    if (!answer.ok) refuse(null, answer.error);
    else set({ imported: answer.data.imported.map(({ model }) => model.title) });
    await load();
  },
  cancel(): void {
    const requestId = get().busy?.requestId ?? get().importing?.requestId;
    if (requestId) host().cancel(requestId);
  },
  onProgress(requestId: string, model: string, done: number, total: number | null): void {
    if (get().importing?.requestId === requestId) set({ importing: { requestId, model, done, total } });
  },
};

export const useSearchModels = slice(first, () => actions);
const { setState: set, getState: get } = useSearchModels;

/** A model's name without what the engine adds in brackets: where it comes from is said beside it. */
export const nameOf = ({ title }: Pick<ModelSummary, 'title'>): string => title.replace(/ \([^()]*\)$/u, '');

export function useModelNames(): (id: string) => string {
  const active = useLibrary((state) => state.status?.model);
  const listed = useSearchModels((state) => state.models);
  return (id) => {
    const title = listed?.find((model) => model.id === id)?.title ?? (active?.id === id ? active.title : undefined);
    return title === undefined ? id : nameOf({ title });
  };
}
