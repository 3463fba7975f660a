import type { Run } from '@shared/contract/index';
import { type ShapedKey, shapedKeys } from '@shared/prompt/prompt-schema';
import {
  type BodyKey,
  bodyKeys,
  type ChosenWay,
  type PromptExtras,
  type SuperPrompt,
  wayIds,
} from '@shared/prompt/super-prompt';
import { t } from '@shared/words/index';
import { Play } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type EditPath, type EditValue, editsOf, useRunEdits } from '../../state/run-edits';
import { useStages } from '../../state/stages';
import { Button } from '../../ui/Button';
import { ErrorNote } from '../../ui/Notices';

type PlanFieldProps = Readonly<{ run: Run; calculation: NonNullable<PromptExtras['calculation']> }>;

type EditSectionProps = Readonly<{ title: string; children: ReactNode }>;

const EditSection = ({ title, children }: EditSectionProps) => (
  <section aria-label={title} className="border-b border-hairline px-4 py-3">
    <h3 className="text-12 font-semibold text-soft">{title}</h3>
    <div className="mt-2 space-y-1">{children}</div>
  </section>
);

const editableLimits = ({ limits }: Run): readonly (readonly [EditPath, number, number])[] => [
  ['limits.N1_RETR_MAX_CANDIDATES', limits.N1_RETR_MAX_CANDIDATES, 1],
  ['limits.N2_RERANK_TOP_K', limits.N2_RERANK_TOP_K, 1],
  ['limits.N3_FINAL_SELECTION_MAX', limits.N3_FINAL_SELECTION_MAX, 1],
  ['limits.gate.relevanceThreshold', limits.gate.relevanceThreshold, 0.05],
  ['limits.condense.tokenBudget', limits.condense.tokenBudget, 50],
];

function useEdit(run: Run, path: EditPath, original: EditValue) {
  const state = useRunEdits();
  const value = editsOf(state, run).get(path);
  const edited = value !== undefined;
  const change = (next: EditValue) => state.set(run.runId, path, next, original);
  const field = {
    value: String(value ?? original),
    'data-edited': edited,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change(target.value),
  };
  return { field, edited, change };
}

const inputLook =
  'w-full min-w-0 rounded-sm border px-2 py-1 font-mono text-12 leading-[18px] data-[edited=false]:border-transparent data-[edited=false]:bg-raised data-[edited=true]:border-accent data-[edited=true]:bg-accent-wash focus:border-accent';

function BodyField({ run, name, original }: { readonly run: Run; readonly name: BodyKey; readonly original: string }) {
  const id = useId();
  const { field, edited } = useEdit(run, `body.${name}`, original);
  const shaped = shapedKeys.find((key) => key === name);
  const known = shaped ? knownValues[shaped] : [];
  const options = known.includes(field.value) ? known : [field.value, ...known];
  return (
    <Row id={id} name={name} edited={edited}>
      {shaped ? (
        <select id={id} data-testid={`edit-${name}`} {...field} className={`h-7 ${inputLook}`}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <textarea
          id={id}
          dir="auto"
          rows={1}
          data-testid={`edit-${name}`}
          {...field}
          placeholder={t('inspector.emptyValue')}
          className={`field-sizing-content max-h-48 resize-none ${inputLook}`}
        />
      )}
    </Row>
  );
}

export function WayField({ run, way }: { readonly run: Run; readonly way: ChosenWay }) {
  const { field, edited } = useEdit(run, 'way', way.id);
  const error = useStages((state) => state.error);
  return (
    <div className="mt-1 space-y-2">
      <select aria-label={t('ways.label')} data-testid="edit-way" {...field} className={`h-7 ${inputLook}`}>
        {wayIds.map((id) => (
          <option key={id} value={id}>
            {t(`ways.${id}`)}
          </option>
        ))}
      </select>
      <ErrorNote error={edited && error?.details?.path === 'way' ? error : null} />
    </div>
  );
}

const planPath = 'calculation.plan';

export function PlanField({ run, calculation }: PlanFieldProps) {
  const id = useId();
  const { field, edited } = useEdit(run, planPath, calculation.text);
  const { busy, error, runEdited } = useStages();
  const fault = edited && error?.details?.path === planPath ? error : null;
  return (
    <div data-testid="plan" className="mt-2 space-y-2">
      <label htmlFor={id} className="flex items-center gap-1.5 text-12 text-muted">
        {t('edits.plan')}
        {edited ? <span className="font-semibold text-accent">{t('edits.edited')}</span> : null}
      </label>
      <textarea
        id={id}
        dir="ltr"
        spellCheck={false}
        rows={4}
        data-testid="edit-plan"
        aria-invalid={fault !== null}
        {...field}
        className={`field-sizing-content max-h-80 resize-y ${inputLook}`}
      />
      <ErrorNote error={fault} />
      {edited ? (
        <Button data-testid="run-plan" disabled={busy !== null} icon={Play} onClick={() => void runEdited()}>
          {t('edits.runPlan')}
        </Button>
      ) : null}
    </div>
  );
}

type LimitFieldProps = Readonly<{ run: Run; path: EditPath; original: number; step: number }>;

function LimitField({ run, path, original, step }: LimitFieldProps) {
  const id = useId();
  const { field, edited, change } = useEdit(run, path, original);
  return (
    <Row id={id} name={path.replace('limits.', '')} edited={edited}>
      <input
        id={id}
        type="number"
        data-testid={`edit-${path}`}
        min={0}
        step={step}
        {...field}
        onChange={(event) => {
          const number = event.target.valueAsNumber;
          change(Number.isNaN(number) ? original : number);
        }}
        className={`tabular h-7 ${inputLook}`}
      />
    </Row>
  );
}

type RowProps = Readonly<{ id: string; name: string; edited: boolean; children: ReactNode }>;

const Row = ({ id, name, edited, children }: RowProps) => (
  <div className="grid grid-cols-[minmax(96px,168px)_1fr] items-start gap-3">
    <label htmlFor={id} title={name} className="flex items-center gap-1.5 py-1 text-12 text-muted">
      <span className="min-w-0 truncate">{name}</span>
      {edited ? <span className="shrink-0 font-semibold text-accent">{t('edits.edited')}</span> : null}
    </label>
    {children}
  </div>
);

/** The values that the Prompt Shaper knows, as in config/agents/A2_PromptShaper.json; never translated. */
const knownValues: Record<ShapedKey, readonly string[]> = {
  system: ['assistant', 'analyst', 'researcher', 'tutor', 'engineer', 'writer', 'lawyer'],
  audience: ['general', 'beginner', 'expert', 'executive', 'child'],
  tone: ['neutral', 'formal', 'friendly', 'persuasive', 'critical'],
  depth: ['brief', 'medium', 'detailed', 'exhaustive'],
  confidence: ['low', 'medium', 'high'],
};

export function EditBar() {
  const { run, busy, runEdited } = useStages();
  const state = useRunEdits();
  const edits = editsOf(state, run);
  if (edits.size === 0) return null;
  return (
    <div
      data-testid="edit-bar"
      className="flex shrink-0 flex-wrap items-center gap-2 border-t border-hairline bg-accent-wash px-4 py-2"
    >
      <p className="min-w-48 flex-1 text-12 text-soft" title={[...edits.keys()].join(', ')}>
        <span className="font-semibold text-ink">{t('edits.count', { count: edits.size })}</span> {t('edits.newRun')}
      </p>
      <span className="ml-auto flex flex-wrap justify-end gap-2">
        <Button look="ghost" onClick={state.discard}>
          {t('edits.discard')}
        </Button>
        <Button
          look="primary"
          data-testid="run-on"
          disabled={busy !== null}
          icon={Play}
          onClick={() => void runEdited()}
        >
          {t('edits.runOn')}
        </Button>
      </span>
    </div>
  );
}

const order = [
  'stage',
  'history_of_stages',
  'raw',
  'extras',
  'views_by_stage',
  'final_selection_ids',
  'recentConversation',
  'System_MD',
  'Prompt_MD',
  'S_CTX_MD',
  'Attachments_MD',
] as const satisfies readonly (keyof SuperPrompt)[];

export function FieldsTab({ run, state }: Readonly<{ run: Run; state: SuperPrompt }>) {
  const present = bodyKeys.filter((key) => state.body[key] !== undefined);
  return (
    <>
      {present.length > 0 ? (
        <EditSection title={t('edits.body')}>
          {present.map((key) => (
            <BodyField key={key} run={run} name={key} original={state.body[key] ?? ''} />
          ))}
        </EditSection>
      ) : null}
      <EditSection title={t('edits.limits')}>
        {editableLimits(run).map(([path, original, step]) => (
          <LimitField key={path} run={run} path={path} original={original} step={step} />
        ))}
      </EditSection>
      <dl className="content">
        {order.map((name) => (
          <Field key={name} name={name} value={state[name]} depth={0} />
        ))}
      </dl>
    </>
  );
}

function Field({ name, value, depth }: Readonly<{ name: string; value: unknown; depth: number }>) {
  const members = membersOf(value);
  const indent = { paddingLeft: 16 + depth * 16 };
  if (members && members.length > 0 && depth < 4) {
    return (
      <>
        <dt className="pt-3 pr-4 pb-1 text-12 font-semibold text-soft" style={indent}>
          {name}
          <span className="tabular ml-2 font-normal text-muted">{t('inspector.items', { count: members.length })}</span>
        </dt>
        <dd className="border-b border-hairline pb-2">
          <dl>
            {members.slice(0, 200).map(([key, member]) => (
              <Field key={key} name={key} value={member} depth={depth + 1} />
            ))}
          </dl>
        </dd>
      </>
    );
  }
  return (
    <div
      className={`grid grid-cols-[minmax(96px,132px)_1fr] gap-3 py-1 pr-4 ${depth === 0 ? 'border-b border-hairline py-2' : ''}`}
      style={indent}
    >
      <dt className="truncate text-12 text-muted" title={name}>
        {name}
      </dt>
      <dd className="min-w-0">
        <Value value={value} />
      </dd>
    </div>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text === '' || text === '[]' || text === '{}') {
    return <span className="text-12 text-muted">{t('inspector.emptyValue')}</span>;
  }
  return <pre className="font-mono text-12 leading-[18px] break-words whitespace-pre-wrap">{text}</pre>;
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return Object.entries(value);
  if (value.some((item) => typeof item === 'object')) return value.map((item, index) => [String(index + 1), item]);
  return null;
}
