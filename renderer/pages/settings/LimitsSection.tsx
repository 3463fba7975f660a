import type { LimitsReport } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { inOtherWords } from '@shared/limit-words';
import { t, voice } from '@shared/words/index';
import { RotateCcw } from 'lucide-react';
import { host } from '../../bridge/host';
import { useAnswer } from '../../bridge/use-answer';
import { sayError } from '../../state/undo';
import { Button, IconButton } from '../../ui/Button';
import { ErrorNote } from '../../ui/Notices';
import { formatBytes } from '../../ui/quantities';
import { isChanged, type LimitField, limitGroups, numberOf, optionalNumberOf } from './limit-fields';
import { CutAnew } from './RebuildGroup';
import { Choice, SettingGroup, Switch } from './SettingRow';
import { TextField } from './TextField';

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
      icon={RotateCcw}
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
      {report ? <CutAnew limits={JSON.stringify(report.values.ingest)} /> : null}
      <ErrorNote error={error} around="pt-6" />
      {report && schema.data ? <Groups schema={schema.data} report={report} set={set} reset={reset} /> : null}
    </>
  );
}

interface Hands {
  set(path: string, value: unknown): Promise<ErrorReport | null>;
  reset(paths: string[]): Promise<void>;
}

function Groups({ schema, report, ...hands }: { readonly schema: object; readonly report: LimitsReport } & Hands) {
  const worded = inOtherWords(schema, voice().said.limits);
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
  const back = t('settings.reset', {
    value: field.default === null ? t('inspector.emptyValue') : String(field.default),
  });
  const mark = changed ? (
    <>
      <span className="rounded-sm bg-caution-wash px-1.5 text-12 text-caution" data-testid={`changed-${field.path}`}>
        {t('settings.changed')}
      </span>
      <IconButton
        icon={RotateCcw}
        iconSize={14}
        label={back}
        data-testid={`reset-${field.path}`}
        onClick={() => void reset([field.path])}
      />
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
          inputMode={field.kind === 'text' ? 'text' : 'decimal'}
          value={field.value === null ? '' : String(field.value)}
          commit={(text) => set(field.path, typed[field.kind](text))}
        />
      );
  }
}

/** What is meant by what was typed. */
const typed = { number: numberOf, 'optional-number': optionalNumberOf, text: (text: string) => text };

/** Bytes are said in a size that can be read, too. */
function helpOf({ path, description, value }: LimitField): string {
  if (!/bytes$/i.test(path) || typeof value !== 'number') return description;
  return `${description.replace(/\.$/, '')}: ${formatBytes(value)}.`;
}
