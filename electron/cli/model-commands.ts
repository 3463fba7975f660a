import { resolve } from 'node:path';
import { type EngineEvent, type ModelCost, type RebuildEstimate, type Results, withoutModel } from '@shared/contract';
import { t } from '@shared/words/index';
import { hasTime, saidRemark } from '@shared/words/said';
import { decimal, facts, modelsText, pulledText, showOver, sizeText } from './render';
import { type Actions, addActions, type MakeCommand } from './session';

export function addModelCommands(command: MakeCommand): void {
  const models = command(
    'models <action> [model]',
    t('terminal.command.models', { actions: Object.keys(actions).join(' | ') }),
  );
  addActions(models, actions);
}

const actions: Actions<object> = {
  async list({ engine }) {
    const list = await engine.request('models.list', {});
    engine.print({ models: list }, () => modelsText(list));
  },
  'use MODEL': ({ engine }, model: string) =>
    engine.show('models.use', { model }, ({ id, job, title }) =>
      job !== 'embedding' && job !== 'chat' && id === withoutModel(job)
        ? t('terminal.models.without', { job: t(`searchModels.job.${job}`) })
        : t('searchModels.chosen', { model: title }),
    ),
  'pull MODEL': ({ engine }, model: string) => engine.show('models.pull', { model }, pulledText, showFile),
  'import FOLDER': ({ engine }, folder: string) => {
    const text = ({ imported }: Results['models.import']) => imported.map(pulledText).join('\n');
    return engine.show('models.import', { path: resolve(folder) }, text, showFile);
  },
  'remove MODEL': ({ engine }, model: string) =>
    engine.show('models.remove', { model }, (removed) =>
      [
        t('searchModels.removed', { model: removed.id, size: sizeText(removed.bytes) }),
        ...(removed.model?.active && !removed.model.installed ? [t('terminal.models.inUse')] : []),
      ].join(' '),
    ),
  'measure MODEL': ({ engine }, model: string) =>
    engine.show('models.measure', { model }, (cost) => `${model}: ${costText(cost)}`),
  async doctor({ engine }) {
    const checks = await engine.request('models.doctor', {});
    engine.print({ checks }, () =>
      facts(
        checks.map((check) => [t(`terminal.status.${check.ok ? 'ok' : 'notOk'}`), `${check.id}: ${saidRemark(check)}`]),
      ),
    );
    if (checks.some((check) => !check.ok)) process.exitCode = 1;
  },
};

function costText({ msPerText, loadMs, memoryBytes, texts, characters }: ModelCost): string {
  const cost = t('terminal.models.cost', { ms: decimal(msPerText, 1), texts, characters, load: duration(loadMs) });
  return memoryBytes === null ? cost : `${cost} ${t('terminal.models.memory', { size: sizeText(memoryBytes) })}`;
}

function showFile(event: EngineEvent): void {
  if (event.type !== 'models.progress') return;
  const { file, bytesDone, bytesTotal } = event;
  const total = bytesTotal ? sizeText(bytesTotal) : '?';
  showOver(`${file}: ${t('app.doneOf', { done: sizeText(bytesDone), total })}`);
}

export const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${decimal(ms / 1000, 1)} s`);

export function estimateText(estimate: RebuildEstimate): string {
  const { model, profile, recuts, documents, chunks, toEmbed, cached, exact, fetchBytes, roomBytes } = estimate;
  const about = (number: number) => (exact ? decimal(number, 0) : t('rebuild.about', { what: decimal(number, 0) }));
  const made = { model: model.title, profile, chunks: about(chunks), documents };
  return [
    recuts ? t('terminal.estimate.recut', made) : t('terminal.estimate.made', made),
    t('terminal.estimate.embed', { texts: about(toEmbed), cached }),
    timeText(estimate),
    ...(fetchBytes === 0 ? [] : [`${model.title}: ${t('searchModels.toDownload', { size: sizeText(fetchBytes) })}`]),
    t('terminal.estimate.room', { size: sizeText(roomBytes) }),
  ].join('\n');
}

function timeText(estimate: RebuildEstimate): string {
  const { ms, msLoading, opensInThreads, msWriting } = estimate;
  const loading = opensInThreads
    ? t('rebuild.timeLoadingInThreads', { time: duration(msLoading) })
    : t('rebuild.timeLoading', { time: duration(msLoading) });
  if (!hasTime(estimate)) return `${t('terminal.estimate.timeUnknown')} ${loading}`;
  const whole = t('terminal.estimate.time', { time: duration(ms) });
  const writing =
    msWriting === null ? t('rebuild.writingUntimed') : t('rebuild.timeWriting', { time: duration(msWriting) });
  return `${whole} ${loading} ${writing}`;
}
