import { resolve } from 'node:path';
import type { EngineEvent, ModelCost, RebuildEstimate } from '@shared/contract';
import { hasTime } from '@shared/rebuild-time';
import type { Command } from 'commander';
import type { MakeCommand, WithSession } from './commands';
import { modelsText, pulledText } from './render';
import type { Session } from './session';

/** Models: which there are, getting and choosing them, and what they cost. */
export function addModelCommands(command: MakeCommand, session: WithSession): void {
  const models = command(
    'models <action> [model]',
    'list | use MODEL | pull MODEL | import FOLDER | remove MODEL | measure MODEL | doctor; use no-rerank switches reranking off',
  ).action((action: string, model: string | undefined, _options: unknown, self: Command) =>
    session(self, async (engine) => {
      const act = model === undefined ? alone[action] : undefined;
      const actOn = model === undefined ? undefined : withModel[action];
      if (act) await act(engine);
      else if (actOn && model !== undefined) await actOn(engine, model);
      else models.error(`error: unknown action ${action}${model === undefined ? '' : ` ${model}`}`, { exitCode: 2 });
    }),
  );
}

const alone: Readonly<Record<string, (engine: Session) => Promise<void>>> = {
  async list(engine) {
    const list = await engine.request('models.list', {});
    engine.print({ models: list }, () => modelsText(list));
  },
  async doctor(engine) {
    const checks = await engine.request('models.doctor', {});
    engine.print({ checks }, () =>
      checks.map((check) => `${check.ok ? 'ok  ' : 'FAIL'} ${check.id}: ${check.message}`).join('\n'),
    );
    if (checks.some((check) => !check.ok)) process.exitCode = 1;
  },
};

const withModel: Readonly<Record<string, (engine: Session, model: string) => Promise<void>>> = {
  async use(engine, model) {
    const used = await engine.request('models.use', { model });
    const role = used.job === 'rerank' ? 'Reranking' : 'Embedding model';
    engine.print(used, () => `${role} of this library: ${used.title}.`);
  },
  async pull(engine, model) {
    const pulled = await engine.request('models.pull', { model }, showFile);
    if (process.stderr.isTTY) engine.say('');
    engine.print(pulled, () => pulledText(pulled));
  },
  async import(engine, folder) {
    const taken = await engine.request('models.import', { path: resolve(folder) }, showFile);
    if (process.stderr.isTTY) engine.say('');
    engine.print(taken, () => taken.imported.map(pulledText).join('\n'));
  },
  async remove(engine, model) {
    const removed = await engine.request('models.remove', { model });
    engine.print(removed, () =>
      [
        `Removed ${removed.id}: ${megabytes(removed.bytes)} MB are free again.`,
        ...(removed.model?.active && !removed.model.installed ? [`It is in use here: ${withoutIt}`] : []),
      ].join(' '),
    );
  },
  async measure(engine, model) {
    const cost = await engine.request('models.measure', { model });
    engine.print(cost, () => `${model}: ${costText(cost)}.`);
  },
};

const withoutIt = 'until it is back, or another is chosen, Vitrine does without.';
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

function costText({ msPerText, loadMs, memoryBytes, texts, characters }: ModelCost): string {
  const memory = memoryBytes === null ? '' : `, ${megabytes(memoryBytes)} MB of memory`;
  return `${msPerText.toFixed(1)} ms a text (${texts} of ${characters} characters on average), ready after ${loadMs} ms${memory}`;
}

function showFile(event: EngineEvent): void {
  if (event.type !== 'models.progress' || !process.stderr.isTTY) return;
  const { file, bytesDone, bytesTotal } = event;
  process.stderr.write(`\r${file}: ${megabytes(bytesDone)} of ${bytesTotal ? megabytes(bytesTotal) : '?'} MB   `);
}

const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} seconds`);

/** What a rebuild would take, in words. */
export function estimateText(estimate: RebuildEstimate): string {
  const { model, profile, documents, chunks, toEmbed, cached, exact, roomBytes } = estimate;
  const about = exact ? '' : 'about ';
  return [
    `${model.title} with ${profile}: ${about}${chunks} chunks of ${documents} documents.`,
    `${about}${toEmbed} texts would be embedded, the vectors of ${cached} are kept.`,
    timeText(estimate),
    `${megabytes(roomBytes)} MB of room while it goes on. Searches answer meanwhile.`,
  ].join('\n');
}

function timeText(estimate: RebuildEstimate): string {
  const { ms, msLoading, opensInThreads, msWriting } = estimate;
  const where = opensInThreads ? ' (first here, then in the threads that use it)' : '';
  if (!hasTime(estimate))
    return `How long it takes was not timed here yet: loading the model takes ${duration(msLoading)}, and writing the index comes on top.`;
  return msWriting === null
    ? `Loading the model${where} and embedding take about ${duration(ms)}; writing the index comes on top, and was never timed here.`
    : `About ${duration(ms)}, ${duration(msLoading)} of them to load the model${where} and ${duration(msWriting)} to write the index.`;
}
