import type { LimitsReport } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { RotateCcw } from 'lucide-react';
import { Button, IconButton } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { formatBytes } from '../components/quantities';
import { host } from '../state/host';
import { sayError } from '../state/undoable-delete';
import { limitWordsInGerman } from '../strings/de/limits';
import { language, t } from '../strings/index';
import { Choice } from './Choice';
import { inOtherWords, isChanged, type LimitField, limitGroups, numberOf } from './limit-fields';
import { SettingGroup } from './SettingRow';
import { Switch } from './Switch';
import { TextField } from './TextField';
import { useAnswer } from './use-answer';

/** Every number of the pipeline, as a form made from its schema. */
export function LimitsSection() {
  const schema = useAnswer('limits.schema', {});
  const limits = useAnswer('limits.get', {});
  const error = schema.error ?? limits.error;
  const report = limits.data;

  async function set(path: string, value: unknown): Promise<ErrorReport | null> {
    const answer = await host().request('limits.set', { values: { [path]: value } });
    if (!answer.ok) return answer.error;
    limits.put(answer.data);
    return null;
  }

  async function reset(paths: string[] | undefined): Promise<void> {
    const answer = await host().request('limits.reset', paths ? { paths } : {});
    if (!answer.ok) return sayError(answer.error);
    limits.put(answer.data);
    await limits.ask();
  }

  const resetAll = (
    <Button
      data-testid="limits-reset"
      icon={<RotateCcw size={14} aria-hidden />}
      disabled={!error && report?.changed.length === 0}
      onClick={() => void reset(undefined)}
    >
      {t('settings.limitsReset')}
    </Button>
  );
  return (
    <>
      <div className="flex items-center gap-4 pt-6">
        <p className="min-w-0 flex-1 text-muted">
          {t('settings.limitsHelp')}{' '}
          {report ? (
            <span data-testid="limits-changed">
              {report.changed.length === 0
                ? t('settings.limitsAsShipped')
                : t('settings.limitsChanged', { count: report.changed.length })}
            </span>
          ) : null}
        </p>
        {resetAll}
      </div>
      {error ? (
        <div className="pt-6">
          <ErrorNote error={error} />
        </div>
      ) : null}
      {report && schema.data ? <Groups schema={schema.data} report={report} set={set} reset={reset} /> : null}
    </>
  );
}

interface Hands {
  set(path: string, value: unknown): Promise<ErrorReport | null>;
  reset(paths: string[]): Promise<void>;
}

function Groups({ schema, report, ...hands }: { readonly schema: object; readonly report: LimitsReport } & Hands) {
  const worded = language() === 'de' ? inOtherWords(schema, limitWordsInGerman) : schema;
  return limitGroups(worded, report.values, report.defaults).map((group) => (
    <SettingGroup
      key={group.path}
      title={group.path === '' ? t('settings.limitsNumbers') : group.title}
      help={group.path === '' ? t('settings.limitsNumbersHelp') : group.description}
    >
      {group.fields.map((field) => (
        <Field key={field.path} field={field} changed={isChanged(field.path, report.changed)} {...hands} />
      ))}
    </SettingGroup>
  ));
}

function Field({ field, changed, set, reset }: { readonly field: LimitField; readonly changed: boolean } & Hands) {
  const back = t('settings.reset', { value: String(field.default) });
  const mark = changed ? (
    <>
      <span className="rounded-sm bg-caution-wash px-1.5 text-12 text-caution" data-testid={`changed-${field.path}`}>
        {t('settings.changed')}
      </span>
      <IconButton label={back} data-testid={`reset-${field.path}`} onClick={() => void reset([field.path])}>
        <RotateCcw size={14} aria-hidden />
      </IconButton>
    </>
  ) : null;
  const common = { label: field.title, help: helpOf(field), testId: `limit-${field.path}`, mark };
  const say = (error: ErrorReport | null) => {
    if (error) sayError(error);
  };
  switch (field.kind) {
    case 'switch':
      return <Switch {...common} on={field.value === true} turn={(on) => void set(field.path, on).then(say)} />;
    case 'choice':
      return (
        <Choice
          {...common}
          value={String(field.value)}
          options={field.options.map((value) => ({ value, label: value }))}
          choose={(value) => void set(field.path, value).then(say)}
        />
      );
    default:
      return (
        <TextField
          {...common}
          beside
          inputMode={field.kind === 'number' ? 'decimal' : 'text'}
          value={String(field.value)}
          commit={(text) => set(field.path, field.kind === 'number' ? numberOf(text) : text)}
        />
      );
  }
}

/** Bytes are said in a size that can be read, too. */
function helpOf({ path, description, value }: LimitField): string {
  if (!/bytes$/i.test(path) || typeof value !== 'number') return description;
  return `${description.replace(/\.$/, '')}: ${formatBytes(value)}.`;
}
