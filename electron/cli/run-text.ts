import type { Run, RunDifference, StageDecision, StageRecord } from '@shared/contract';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import { type SuperPrompt, verdicts } from '@shared/prompt/super-prompt';
import { t } from '@shared/words/index';
import { errorLine, saidNotice, saidReason, saidWhy } from '@shared/words/said';
import { diffLines } from 'diff';
import { decimal, placeIn, table } from './render';

export function stagesTable(run: Run): string {
  return table(run.stages, [
    [t('terminal.column.stage'), ({ stage }) => stage],
    [t('library.columns.state'), ({ state }) => t(`stages.states.${state}`)],
    [t('terminal.column.by'), ({ by }) => (by === null ? '' : t(`stages.actors.${by}`))],
    [t('terminal.column.in'), ({ candidatesIn }) => String(candidatesIn ?? '')],
    [t('terminal.column.out'), ({ candidatesOut }) => String(candidatesOut ?? '')],
    ['ms', ({ ms }) => (ms === null ? '' : decimal(ms, 1))],
  ]);
}

function noticesText(run: Run): string[] {
  return run.stages.flatMap(({ stage, notices, error }) => [
    ...notices.map((notice) => `${stage}: ${saidNotice(notice)}`),
    ...(error ? [errorLine(error)] : []),
  ]);
}

export function runText(run: Run): string {
  const last = run.stages.findLast(({ state }) => state === 'done');
  const left = last ? stateText(run, last.stage) : run.prompt;
  return [stagesTable(run), noticesText(run).join('\n'), left].filter((part) => part !== '').join('\n\n');
}

export function stageText(run: Run, stage: StageId): string {
  const stages = run.stages.filter((record) => record.stage === stage);
  const decided = stages.flatMap(({ decisions }) => decisions);
  return [
    decided.length > 0 ? decisionsTable(decided) : '',
    ...stages.flatMap(callsText),
    noticesText({ ...run, stages }).join('\n'),
    stateText(run, stage),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function decisionText(decision: string): string {
  const verdict = verdicts.find((known) => known === decision);
  return verdict ? t(`stages.fates.${verdict}`) : decision;
}

const decisionsTable = (decided: readonly StageDecision[]): string =>
  table(decided, [
    [t('terminal.column.about'), ({ subject }) => subject],
    [t('terminal.column.decision'), ({ decision }) => decisionText(decision)],
    [t('terminal.column.reason'), ({ reason }) => saidReason(reason)],
    [t('terminal.column.by'), ({ byHand, by }) => (byHand ? t('terminal.run.byHand') : t(`stages.actors.${by}`))],
  ]);

function callsText({ calls }: StageRecord): string[] {
  return calls.map(({ agent, model, outcome, reason, ms, promptTokens, outputTokens, raw }) => {
    const counted = t('terminal.run.counted', { prompt: promptTokens ?? '?', output: outputTokens ?? '?', ms });
    const why = reason === null ? '' : ` (${saidWhy(reason)})`;
    const asked = `${agent}: ${t('calls.title', { model, outcome: t(`calls.outcomes.${outcome}`) })}${why}, ${counted}`;
    return [asked, ...(raw.trim() === '' ? [] : [raw.trim().replace(/^/gmu, '  ')])].join('\n');
  });
}

function stateText(run: Run, stage: StageId): string {
  const state = run.snapshots[stage];
  if (!state) return t('terminal.run.notYet', { stage });
  switch (stage) {
    case 'Retrieval':
      return candidatesTable(state, state.views_by_stage.retrieval ?? []);
    case 'ReRanker':
    case 'A3_NLI_Gate':
      return candidatesTable(state, state.views_by_stage.reranked ?? []);
    case 'A4_Condenser':
      return state.S_CTX_MD;
    case 'A5_Format_Enforcer': {
      const enforced = state.extras.format_enforcer;
      const rules = enforced?.hard_rules.map((rule) => `- ${rule}`) ?? [];
      return [enforced?.normalized_format_spec ?? '', ...rules, enforced?.example_shape ?? ''].join('\n').trim();
    }
    default:
      return state.prompt_ready;
  }
}

function candidatesTable({ base_context_chunks, extras }: SuperPrompt, ids: readonly string[]): string {
  if (ids.length === 0) return t('stages.noCandidates');
  const chunks = new Map(base_context_chunks.map((chunk) => [chunk.id, chunk]));
  const relevance = (id: string) => extras.rerank_relevance?.[id] ?? extras.retrieval_scores?.[id]?.relevance ?? 0;
  const rows = ids.map((id, at) => ({ id, rank: at + 1, chunk: chunks.get(id), verdict: extras.verdicts?.[id] }));
  return table(rows, [
    [t('terminal.column.rank'), ({ rank }) => String(rank)],
    [t('stages.columns.title'), ({ id }) => id],
    [t('stages.columns.relevance'), ({ id }) => decimal(relevance(id), 2)],
    [t('chat.scopeKinds.document'), ({ chunk }) => (chunk ? `${chunk.title}${placeIn(chunk)}` : '')],
    [
      t('stages.columns.verdict'),
      ({ verdict: one }) => (one ? `${t(`stages.fates.${one.verdict}`)}: ${saidReason(one.reason)}` : ''),
    ],
    [t('source.asText'), ({ chunk }) => chunk?.text ?? ''],
  ]);
}

/** How two runs differ, state by state: fields with both values, lists of chunks by ranks, long texts line by line. */
export function differencesText(differences: readonly RunDifference[]): string {
  if (differences.length === 0) return t('terminal.run.nothingInCommon');
  return [...differences]
    .sort((a, b) => order(a) - order(b))
    .map((one) => {
      const name = one.afterStage === undefined ? one.stage : `${one.stage} → ${one.afterStage}`;
      if (one.equal) return `${name}: ${t('evaluate.compare.ties')}`;
      return [`${name}:`, ...one.fields.flatMap(fieldLines), ...one.ranks.flatMap(rankLines)].join('\n');
    })
    .join('\n');
}

const order = ({ stage }: RunDifference): number => (stage === 'raw' ? -1 : stageIds.indexOf(stage));

/** Told by their ranks. */
const listed = /^(?:views_by_stage\.|final_selection_ids$)/u;
const shortest = 80;

function fieldText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

function fieldLines({ path, before, after }: RunDifference['fields'][number]): string[] {
  if (listed.test(path)) return [];
  const one = fieldText(before);
  const other = fieldText(after);
  if (!`${one}${other}`.includes('\n') && one.length <= shortest && other.length <= shortest) {
    return [`  ${path}: ${quoted(one)} → ${quoted(other)}`];
  }
  const lines = diffLines(one, other).flatMap(({ value, added, removed }) =>
    added || removed
      ? value
          .replace(/\n$/u, '')
          .split('\n')
          .map((line) => `    ${added ? '+' : '-'} ${line}`)
      : [],
  );
  return [`  ${path}:`, ...lines];
}

const quoted = (text: string): string => (text === '' ? t('inspector.emptyValue') : `“${text}”`);

function rankLines({ view, moves }: RunDifference['ranks'][number]): string[] {
  return [
    `  ${view === 'final_selection_ids' ? view : `views_by_stage.${view}`}:`,
    ...moves.map(
      ({ chunkId, before, after, kind }) =>
        `    ${chunkId} ${t(`compare.${kind}`, { before: before ?? 0, after: after ?? 0 })}`,
    ),
  ];
}
