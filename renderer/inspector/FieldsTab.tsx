import type { Run } from '@shared/contract/index';
import type { SuperPrompt } from '@shared/super-prompt';
import { t } from '../strings/index';
import { EditableBody, EditableLimits } from './EditableFields';

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

interface FieldsTabProps {
  readonly run: Run;
  readonly state: SuperPrompt;
}

/** Every field but the chunks and the whole prompt, which have tabs of their own; body and limits can be edited. */
export function FieldsTab({ run, state }: FieldsTabProps) {
  return (
    <>
      <EditableBody run={run} state={state} />
      <EditableLimits run={run} />
      <dl className="content">
        {order.map((name) => (
          <Field key={name} name={name} value={state[name]} depth={0} />
        ))}
      </dl>
    </>
  );
}

interface FieldProps {
  readonly name: string;
  readonly value: unknown;
  readonly depth: number;
}

function Field({ name, value, depth }: FieldProps) {
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
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  if (text === '' || text === '[]' || text === '{}') {
    return <span className="text-12 text-muted">{t('inspector.emptyValue')}</span>;
  }
  return <pre className="font-mono text-12 leading-[18px] break-words whitespace-pre-wrap">{text}</pre>;
}

/** The members of an object, or of a list that holds objects; null for what is drawn as one value. */
function membersOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return Object.entries(value);
  if (value.some((item) => typeof item === 'object')) return value.map((item, index) => [String(index + 1), item]);
  return null;
}
