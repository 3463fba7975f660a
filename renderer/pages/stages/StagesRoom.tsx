import type { Run, RunAnswers, StageState } from '@shared/contract/index';
import { isAnswerBehind } from '@shared/prompt/answer-backing';
import { type StageId, stageIds, stagePanes } from '@shared/prompt/stage-names';
import { t } from '@shared/words/index';
import { errorLine, saidError } from '@shared/words/said';
import { Play, Plus, ScanText, Square, Upload } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { AnswerSettingsPicker } from '../../panels/answer/AnswerSettingsPicker';
import { ModelPicker } from '../../panels/answer/chat-models';
import { EditBar } from '../../panels/inspector/EditableFields';
import { ScopePicker } from '../../panels/scope/ScopePicker';
import { FoldedListButton, PaneHeader, Workspace } from '../../panels/Workspace';
import { runCommand } from '../../state/commands';
import { useShell } from '../../state/shell';
import { answerGate, promptLine, stageGate, useStages } from '../../state/stages';
import { Button, Hint, IconButton } from '../../ui/Button';
import { pressed } from '../../ui/key-text';
import { ErrorNote, Notices } from '../../ui/Notices';
import { formatCount, formatDuration, formatWhen } from '../../ui/quantities';
import { SideList } from '../../ui/SideList';
import { AnswerOfRun, BackToAnswer, ConfidenceOfRun, ConversationPicker } from './AnswerOfRun';
import { CandidateTable } from './CandidateTable';
import { candidatesOf } from './candidates';
import { Ribbon } from './Ribbon';
import { CatchUp, LabelledNote, MissingNote, ParentLink } from './RunNotes';

/** A component that needs the side panel's state reads it itself: otherwise the whole room would be drawn again. */
export function StagesRoom() {
  const run = useStages((state) => state.run);
  const error = useStages((state) => state.error);
  const candidates = useMemo(() => (run ? candidatesOf(run) : []), [run]);
  const asked = useAnswer('run.answered', run ? { runId: run.runId } : null, run?.answer?.messageId);
  const answers = asked.current ? asked.data : null;
  const failed = run?.stages.find((record) => record.state === 'failed');
  // The faults of a plan are beside it.
  const shownError = failed?.error ?? (error?.details?.path === 'calculation.plan' ? null : error);
  const retrieved = run?.stages.some(({ stage, state }) => stage === 'Retrieval' && state === 'done') ?? false;
  const nothingFound = retrieved && candidates.length === 0;

  return (
    <Workspace list={<RunList />} listLabel={t('stages.runs')}>
      <PaneHeader title={t('app.rooms.stages')} lead={<FoldedListButton />}>
        {answers?.place ? <BackToAnswer place={answers.place} /> : null}
        <InspectButton />
      </PaneHeader>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <PromptBox />
        <ErrorNote error={shownError} around="px-4 pt-4" />
        <MissingNote />
        <ParentLink />
        <LabelledNote candidates={candidates} />
        <section
          aria-label={t('stages.panes')}
          className="grid shrink-0 px-[13px] pt-4"
          style={{ gridTemplateColumns: `repeat(${stagePanes.length}, minmax(0, 1fr))` }}
        >
          {stageIds.map((stage, index) => (
            <StagePane key={stage} stage={stage} number={index + 1} />
          ))}
          <AnswerPane answers={answers} />
        </section>
        <CatchUp />
        {run ? <AnswerOfRun key={`answer ${run.runId}`} run={run} answers={answers} /> : null}
        {run && answers?.answer ? <ConfidenceOfRun key={`why ${run.runId}`} run={run} answer={answers.answer} /> : null}
        {candidates.length > 0 ? <Ribbon candidates={candidates} /> : null}
        {run ? <NoticesOfRun run={run} /> : null}
        {run ? <CandidateTable key={run.runId} run={run} candidates={candidates} /> : null}
        {nothingFound ? <p className="p-4 text-muted">{t('stages.noCandidates')}</p> : null}
        {run === null ? (
          <div className="m-auto max-w-140 px-8 py-8">
            <h2 className="text-20 font-semibold tracking-tight">{t('stages.emptyTitle')}</h2>
            <p className="mt-2 text-14 text-soft">
              {t('stages.emptyText', { last: stageIds.length, answer: stagePanes.length })}
            </p>
          </div>
        ) : null}
      </div>
      <EditBarOfRoom />
    </Workspace>
  );
}

function NoticesOfRun({ run: { prompt, stages } }: { readonly run: Run }) {
  const waits = useStages((state) => state.busy !== null);
  const runInstead = useStages((state) => state.runInstead);
  const notices = stages.flatMap((record) => record.notices);
  if (notices.length === 0) return null;
  const again = (text: string) => {
    // The pressed button goes with its run.
    document.querySelector<HTMLElement>('[data-stage-prompt]')?.focus();
    void runInstead(text);
  };
  return (
    <div className="max-h-24 shrink-0 overflow-y-auto border-b border-hairline px-4 py-2">
      <Notices notices={notices} asked={{ text: prompt, waits, again }} />
    </div>
  );
}

const useInspecting = (): boolean => useShell((state) => state.sidePanels.stages?.kind === 'inspector');

function InspectButton() {
  const none = useStages((state) => state.run === null);
  const inspecting = useInspecting();
  const { showSidePanel, closeSidePanel } = useShell.getState();
  return (
    <Button
      look={inspecting ? 'line' : 'ghost'}
      data-testid="inspect"
      aria-pressed={inspecting}
      disabled={none}
      icon={ScanText}
      iconSize={16}
      onClick={() => (inspecting ? closeSidePanel() : showSidePanel({ kind: 'inspector' }))}
    >
      {t('stages.inspect')}
    </Button>
  );
}

const EditBarOfRoom = () => (useInspecting() ? null : <EditBar />);

function PromptBox() {
  const { draft, setDraft, scope, setScope, busy, runAll, stop } = useStages();

  function onKeyDown(event: KeyboardEvent): void {
    if (!pressed('run-all', event)) return;
    event.preventDefault();
    void runAll();
  }

  return (
    <div className="shrink-0 px-4 pt-4">
      <div className="flex items-end gap-2 rounded-md border border-edge bg-ground py-2 pr-2 pl-4 transition-colors duration-120 focus-within:border-accent">
        <textarea
          dir="auto"
          data-stage-prompt
          data-testid="stage-prompt"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          aria-label={t('inspector.tabs.prompt')}
          placeholder={t('stages.placeholder')}
          className={`field-sizing-content max-h-44 min-w-0 flex-1 resize-none bg-transparent py-1 text-14 focus-visible:outline-none ${
            draft === '' ? 'min-h-36' : 'min-h-13'
          }`}
        />
        {busy ? (
          <Button data-testid="stop" onClick={stop}>
            <Square size={12} fill="currentColor" />
            {t('app.stop')}
          </Button>
        ) : (
          <Button
            look="primary"
            data-testid="run-all"
            disabled={draft.trim() === ''}
            icon={Play}
            command="run-all"
            onClick={() => void runAll()}
          >
            {t('stages.runAll')}
          </Button>
        )}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-2 text-12 text-muted">
        <ScopePicker scope={scope} setScope={setScope} />
        <ConversationPicker />
        <ModelPicker chose={(model) => useStages.setState({ model })} />
        <AnswerSettingsPicker />
      </div>
    </div>
  );
}

function RunList() {
  const { runs, leaving, run, openRun, removeRun } = useStages();
  const now = new Date();
  return (
    <>
      <PaneHeader title={t('stages.runs')}>
        <ImportRun />
        <IconButton
          icon={Plus}
          label={t('stages.newRun')}
          data-testid="new-run"
          onClick={() => runCommand('new-run')}
        />
      </PaneHeader>
      <SideList
        label={t('stages.runs')}
        testId="run-row"
        current={run?.runId ?? null}
        empty={t('stages.noRuns')}
        items={runs
          .filter(({ runId }) => !leaving.has(runId))
          .map((summary) => ({
            id: summary.runId,
            title: promptLine(summary.prompt),
            note: [
              formatWhen(summary.createdAt, now),
              summary.stagesDone === stageIds.length
                ? formatDuration(summary.ms)
                : t('stages.done', { done: summary.stagesDone, all: stageIds.length }),
            ].join(' · '),
          }))}
        open={(id) => void openRun(id)}
        remove={{ label: (prompt) => t('stages.deleteRun', { prompt }), run: removeRun }}
      />
    </>
  );
}

function ImportRun() {
  const importRun = useStages((state) => state.importRun);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        data-testid="import-file"
        aria-label={t('exchange.import')}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be picked again.
          event.target.value = '';
          if (file) void importRun(file);
        }}
      />
      <IconButton
        icon={Upload}
        label={t('exchange.import')}
        data-testid="import-run"
        onClick={() => picker.current?.click()}
      />
    </>
  );
}

function StagePane({ stage, number }: { readonly stage: StageId; readonly number: number }) {
  const state = useStages();
  const { run, draft, runStage, breakpoints, toggleBreakpoint } = state;
  const record = run?.stages[number - 1] ?? null;
  const gate = stageGate(state, stage);
  const first = run === null && number === 1 && draft.trim() !== '';
  const stops = breakpoints.has(stage);
  const name = t(`stages.names.${stage}`);
  const actor = record?.by ? t(`stages.actors.${record.by}`) : '';
  const hint = [
    `${stage}.`,
    record?.error ? errorLine(record.error) : '',
    record?.by ? t(`stages.actorsLong.${record.by}`) : '',
    gate.reason,
    `(${number})`,
  ];
  return (
    <Pane
      id={stage}
      number={number}
      name={name}
      stands={record?.state ?? (first ? 'ready' : 'waiting')}
      hint={hint.filter(Boolean).join(' ')}
      flow={[record?.candidatesIn, record?.candidatesOut]}
      ms={record?.ms ?? null}
      actor={record?.error ? saidError(record.error).message : actor}
      allowed={gate.allowed}
      press={() => void runStage(stage)}
    >
      {number > 1 ? (
        <Hint text={stops ? t('breakpoint.clear', { name }) : t('breakpoint.set', { name })}>
          <button
            type="button"
            data-testid={`breakpoint-${stage}`}
            aria-pressed={stops}
            aria-label={t('breakpoint.set', { name })}
            onClick={() => toggleBreakpoint(stage)}
            className="pane-stop"
          >
            <span aria-hidden />
          </button>
        </Hint>
      ) : null}
    </Pane>
  );
}

function AnswerPane({ answers }: { readonly answers: RunAnswers | null }) {
  const state = useStages();
  const { run, busy, answerShown } = state;
  const answer = run?.answer ?? answers?.answer ?? null;
  const done = run?.stages.every((record) => record.state === 'done') ?? false;
  const behind = run !== null && (!done || isAnswerBehind(run));
  const gate = answerGate(state);
  const withAnswer = behind ? 'stale' : 'done';
  const withoutAnswer = done ? 'ready' : 'waiting';
  const rest = answer ? withAnswer : withoutAnswer;
  const stands = busy?.what === 'answer' ? 'running' : rest;
  const current = answer !== null && !behind;
  const passages = run?.snapshots.Prompt_Builder?.final_selection_ids.length ?? 0;
  return (
    <Pane
      id="Answer"
      number={stagePanes.length}
      name={t('stages.answer.name')}
      stands={stands}
      hint={current ? t('stages.answer.shows') : gate.reason}
      flow={current ? [passages, answer.citations.length] : []}
      ms={current ? answer.timings.answer : null}
      actor={current ? t(`stages.actors.${answer.model === null ? 'deterministic' : 'model'}`) : ''}
      allowed={current || gate.allowed}
      expanded={current ? answerShown : undefined}
      press={() => (current ? useStages.setState({ answerShown: !answerShown }) : void state.answerRun())}
    />
  );
}

interface PaneProps {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly stands: StageState;
  readonly hint: string;
  /** How many came in and out, if that is known of both. */
  readonly flow: readonly (number | null | undefined)[];
  readonly ms: number | null;
  readonly actor: string;
  readonly allowed: boolean;
  readonly expanded?: boolean | undefined;
  readonly children?: ReactNode;
  press(): void;
}

function Pane(props: PaneProps) {
  const { id, number, name, stands, hint, flow, ms, actor, allowed, expanded, children, press } = props;
  const state = t(`stages.states.${stands}`);
  const time = stands === 'done' && ms !== null ? formatDuration(ms) : state;
  // The label has all that is in sight, in that order, for people who speak to their computer. The spaces between the
  // spans are not drawn; they keep the words apart.
  const numbers = flow.flatMap((count) => (count == null ? [] : formatCount(count)));
  const shownFlow = numbers.length === 2 ? numbers : null;
  const facts = [shownFlow?.join(' → ') ?? '', time, actor, time === state ? '' : state].filter(Boolean);
  return (
    <div className="group relative px-[2px] @4xl:px-[3px]">
      <Hint text={hint}>
        <button
          type="button"
          data-testid={`stage-${id}`}
          aria-keyshortcuts={String(number)}
          data-state={stands}
          aria-label={t('stages.paneLabel', { number, name, state: facts.join(', ') })}
          aria-expanded={expanded}
          // A disabled button could not be focused, and so could not say why it is.
          aria-disabled={!allowed}
          onClick={() => {
            if (allowed) press();
          }}
          className="pane"
        >
          <span className="pane-number">{number}</span> <span className="pane-name">{name}</span>{' '}
          <span className="pane-facts">
            <span className="pane-flow">
              {shownFlow ? (
                <>
                  <span>{shownFlow[0]}</span> <span>→</span> <span>{shownFlow[1]}</span>
                </>
              ) : null}
            </span>{' '}
            <span className="pane-time">{time}</span> <span className="pane-actor">{actor}</span>
          </span>
        </button>
      </Hint>
      {children}
    </div>
  );
}
