import { canonicalJson } from '@shared/canonical-json';
import type { Run } from '@shared/contract/index';
import { stageIds } from '@shared/prompt/stage-names';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { type RankMove, rankMoves } from '@shared/ranking';
import { t } from '@shared/words/index';
import { diffLines, diffWordsWithSpace } from 'diff';
import { ArrowDown, ArrowUp, Minus, Plus } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { promptLine, type SnapshotKey, snapshotKeys, useStages } from '../../state/stages';
import { Select } from '../../ui/fields';
import { ErrorNote } from '../../ui/Notices';
import { chunkName } from '../../ui/names';
import { formatWhen } from '../../ui/quantities';

export function CompareTab({ run, current, state }: Readonly<{ run: Run; current: SnapshotKey; state: SuperPrompt }>) {
  const runs = useStages((stages) => stages.runs);
  const [chosenRun, setChosenRun] = useState<string>(run.parentRunId ?? run.runId);
  const known = runs.some((summary) => summary.runId === chosenRun) ? chosenRun : run.runId;
  // The open one is at hand, any other is fetched.
  const fetched = useAnswer('run.get', known === run.runId ? null : { runId: known });
  const { error } = fetched;
  const otherRun = fetched.current ? fetched.data : null;
  const other = known === run.runId ? run : otherRun;
  const reached = other ? snapshotKeys.filter((key) => other.snapshots[key] !== undefined) : [];
  const [chosenState, setChosenState] = useState<SnapshotKey | null>(null);
  const usual = known === run.runId ? (snapshotKeys[snapshotKeys.indexOf(current) - 1] ?? 'raw') : current;
  const key = chosenState && reached.includes(chosenState) ? chosenState : usual;
  const against = other?.snapshots[key];
  const now = new Date();
  const runName = (runId: string): string => {
    const summary = runs.find((one) => one.runId === runId);
    if (runId === run.runId || !summary) return t('compare.thisRun');
    const prompt = promptLine(summary.prompt).slice(0, 60);
    return t('compare.runOf', { when: formatWhen(summary.createdAt, now), prompt });
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap gap-2 border-b border-hairline px-4 py-2">
        <Choice
          data-testid="compare-run"
          label={t('compare.withRun')}
          value={known}
          options={[run.runId, ...runs.map(({ runId }) => runId).filter((runId) => runId !== run.runId)]}
          nameOf={runName}
          choose={setChosenRun}
        />
        <Choice
          data-testid="compare-state"
          label={t('library.columns.state')}
          value={key}
          options={reached}
          nameOf={stateName}
          choose={(one) => setChosenState(one)}
        />
      </div>
      <div className="content relative min-h-0 flex-1 overflow-y-auto">
        <ErrorNote error={error} around="p-4" />
        {against ? <Comparison before={against} after={state} /> : null}
        {other && !against ? <p className="p-4 text-muted">{t('compare.noState')}</p> : null}
      </div>
    </div>
  );
}

function Comparison({ before, after }: { readonly before: SuperPrompt; readonly after: SuperPrompt }) {
  const { changed, equal } = useMemo(() => compareStates(before, after), [before, after]);
  const chunks = [...before.base_context_chunks, ...after.base_context_chunks];
  const titles = new Map(chunks.map((chunk) => [chunk.id, chunkName(chunk)]));
  return (
    <div data-testid="comparison">
      <p className="border-b border-hairline px-4 py-2 text-12 text-muted">
        {changed.length === 0 ? t('compare.same') : t('compare.changed', { count: changed.length })}
      </p>
      {changed.map((change) => (
        <section key={change.path} data-testid="changed-field" className="border-b border-hairline px-4 py-3">
          <h3 className="font-mono text-12 font-semibold">{change.path}</h3>
          {change.kind === 'ranks' ? (
            <RankDifference moves={change.moves} titles={titles} />
          ) : (
            <TextDifference before={change.before} after={change.after} />
          )}
        </section>
      ))}
      {equal.length > 0 ? (
        <details className="px-4 py-3 text-12 text-muted">
          <summary className="w-fit rounded-sm hover:text-ink">
            {t('compare.equalFields', { count: equal.length })}
          </summary>
          <p className="mt-2 font-mono leading-[18px]">{equal.join(', ')}</p>
        </details>
      ) : null}
    </div>
  );
}

function Choice<T extends string>({ label, ...select }: Parameters<typeof Select<T>>[0]) {
  const id = useId();
  return (
    <div className="flex min-w-32 flex-1 flex-col gap-1 text-12 text-muted">
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...select} className="min-h-8 w-full text-ellipsis" />
    </div>
  );
}

export const stateName = (key: SnapshotKey): string =>
  key === 'raw'
    ? t('inspector.raw')
    : t('inspector.after', { number: stageIds.indexOf(key) + 1, name: t(`stages.names.${key}`) });

const sameUpTo = 240;
const sameEnds = 80;
const drawnMoves = 60;

function TextDifference({ before, after }: { readonly before: string; readonly after: string }) {
  const pieces = useMemo(() => wordPieces(before, after), [before, after]);
  return (
    <div className="mt-1 grid grid-cols-2 gap-px bg-hairline">
      <Side pieces={pieces} side="removed" label={t('compare.other')} />
      <Side pieces={pieces} side="added" label={t('compare.here')} />
    </div>
  );
}

type SideProps = Readonly<{ pieces: readonly TextPiece[]; side: 'removed' | 'added'; label: string }>;

function Side({ pieces, side, label }: SideProps) {
  const own = pieces.filter(({ kind }) => kind === 'same' || kind === side);
  const Mark = side === 'removed' ? 'del' : 'ins';
  return (
    <div className="min-w-0 bg-case py-1 pr-2 first:pl-0">
      <span className="sr-only">{label}: </span>
      {own.length === 0 ? <span className="text-12 text-muted">{t('compare.absent')}</span> : null}
      <pre className="font-mono text-12 leading-[18px] break-words whitespace-pre-wrap">
        {own.map(({ kind, text }, place) =>
          kind === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place
            <Same key={place} text={text} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place
            <Mark key={place} className={side === 'removed' ? 'diff-removed' : 'diff-added'}>
              {text}
            </Mark>
          ),
        )}
      </pre>
    </div>
  );
}

const Same = ({ text }: { readonly text: string }) =>
  text.length <= sameUpTo ? (
    text
  ) : (
    <>
      {text.slice(0, sameEnds)}
      <span className="font-sans text-muted"> {t('compare.skipped', { characters: text.length - 2 * sameEnds })} </span>
      {text.slice(-sameEnds)}
    </>
  );

function RankDifference({
  moves,
  titles,
}: Readonly<{ moves: readonly RankMove[]; titles: ReadonlyMap<string, string> }>) {
  const counts = moveKinds.flatMap((kind) => {
    const count = moves.filter((move) => move.kind === kind).length;
    return count === 0 ? [] : [t(`compare.counts.${kind}`, { count })];
  });
  return (
    <>
      <p className="mt-1 text-12 text-muted">{counts.join(' · ')}</p>
      <ul className="mt-1">
        {moves.slice(0, drawnMoves).map((move) => (
          <li
            key={move.chunkId}
            data-testid="rank-move"
            data-kind={move.kind}
            className="grid grid-cols-[16px_128px_1fr] items-center gap-2 py-0.5 text-12"
          >
            {arrows[move.kind]}
            <span className="tabular font-medium">{moveWords(move)}</span>
            <span className="truncate text-soft" title={move.chunkId}>
              {titles.get(move.chunkId) ?? move.chunkId}
            </span>
          </li>
        ))}
      </ul>
      {moves.length > drawnMoves ? (
        <p className="text-12 text-muted">{t('compare.more', { count: moves.length - drawnMoves })}</p>
      ) : null}
    </>
  );
}

const arrows = {
  rose: <ArrowUp size={14} className="text-accent" />,
  fell: <ArrowDown size={14} className="text-caution" />,
  entered: <Plus size={14} className="text-accent" />,
  left: <Minus size={14} className="text-danger" />,
} as const;

const moveKinds = ['rose', 'fell', 'entered', 'left'] as const;

function moveWords({ kind, before, after }: RankMove): string {
  if (kind === 'entered') return t('compare.entered', { after: after ?? 0 });
  if (kind === 'left') return t('compare.left', { before: before ?? 0 });
  return t(kind === 'rose' ? 'compare.rose' : 'compare.fell', { before: before ?? 0, after: after ?? 0 });
}

type FieldChange =
  | { readonly path: string; readonly kind: 'text'; readonly before: string; readonly after: string }
  | { readonly path: string; readonly kind: 'ranks'; readonly moves: readonly RankMove[] };

type TextPiece = Readonly<{ text: string; kind: 'same' | 'removed' | 'added' }>;

/** Longer texts are compared by lines: word by word would take seconds. */
const wordsUpTo = 40_000;

export function compareStates(before: SuperPrompt, after: SuperPrompt) {
  const left = fieldsOf(before);
  const right = fieldsOf(after);
  const changed: FieldChange[] = [];
  const equal: string[] = [];
  for (const path of new Set([...left.keys(), ...right.keys()])) {
    const one = left.get(path);
    const other = right.get(path);
    if (textOf(one) === textOf(other)) equal.push(path);
    else if (path.startsWith('views_by_stage.') || chunkLists.has(path))
      changed.push({ path, kind: 'ranks', moves: rankMoves(idsOf(one), idsOf(other)) });
    else changed.push({ path, kind: 'text', before: textOf(one), after: textOf(other) });
  }
  // Added, removed and moved chunks come first; internal notes of the stages last.
  const place = ({ path, kind }: FieldChange): number => {
    if (kind === 'ranks') return 0;
    return path.startsWith('extras.') ? 2 : 1;
  };
  return { changed: changed.sort((one, other) => place(one) - place(other)), equal };
}

/** Without `added` the pieces read as `before`, without `removed` as `after`. */
export function wordPieces(before: string, after: string): readonly TextPiece[] {
  const long = before.length + after.length > wordsUpTo;
  const parts = long ? diffLines(before, after) : diffWordsWithSpace(before, after);
  return parts.map(({ value, added, removed }) => {
    const kind = removed ? 'removed' : 'same';
    return { text: value, kind: added ? 'added' : kind };
  });
}

const chunkLists: ReadonlySet<string> = new Set([
  'final_selection_ids',
  'base_context_chunks',
  'extras.dropped_for_budget',
]);
const nested = ['body', 'extras', 'views_by_stage'] as const;

function fieldsOf(state: SuperPrompt): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(state)) {
    if (nested.some((key) => key === name)) {
      for (const [key, member] of Object.entries(value as object)) fields.set(`${name}.${key}`, member);
    } else if (name === 'base_context_chunks') {
      fields.set(
        name,
        state.base_context_chunks.map((chunk) => chunk.id),
      );
    } else fields.set(name, value);
  }
  return fields;
}

const idsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(JSON.parse(canonicalJson(value)), null, 2);
}
