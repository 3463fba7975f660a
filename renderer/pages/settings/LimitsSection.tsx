import type { ErrorReport } from '@shared/errors';
import { t, voice } from '@shared/words/index';
import { inOtherWords } from '@shared/words/limit-words';
import { RotateCcw } from 'lucide-react';
import { host } from '../../bridge/host';
import { useAnswer } from '../../bridge/use-answer';
import { answerLimitPaths } from '../../state/finding/setting-places';
import { isGranted, toastError } from '../../state/undo';
import { Button, IconButton } from '../../ui/Button';
import { ErrorNote } from '../../ui/Notices';
import { isChanged, type LimitField, limitGroups, typedLimit, writtenLimit } from './limit-fields';
import { Choice, SettingTextField, Switch } from './SettingRow';
import { CutAnew } from './search-models/RebuildGroup';

function useLimits() {
  const schema = useAnswer('limits.schema', {});
  const limits = useAnswer('limits.get', {});
  const report = limits.data;

  async function set(path: string, value: unknown): Promise<ErrorReport | null> {
    const answer = await host().request('limits.set', { values: { [path]: value } });
    if (!answer.ok) return answer.error;
    limits.put(answer.data);
    return null;
  }

  async function reset(paths: string[] | undefined): Promise<void> {
    const answer = await host().request('limits.reset', paths ? { paths } : {});
    if (!answer.ok) return toastError(answer.error);
    limits.put(answer.data);
    await limits.ask();
  }

  const groups =
    schema.data && report
      ? limitGroups(inOtherWords(schema.data, voice().said.limits), report.values, report.defaults)
      : [];
  const changed = report?.changed ?? [];
  const row = (field: LimitField) => (
    <Field key={field.path} field={field} changed={isChanged(field.path, changed)} set={set} reset={reset} />
  );
  return { error: schema.error ?? limits.error, report, groups, reset, row };
}

export function AnsweringLimits() {
  const { error, groups, row } = useLimits();
  return (
    <>
      <ErrorNote error={error} />
      {groups
        .flatMap(({ fields }) => fields)
        .filter(({ path }) => answerLimitPaths.includes(path))
        .map(row)}
    </>
  );
}

export function LimitsSection() {
  const { error, report, groups, reset, row } = useLimits();
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
        <Button
          data-testid="limits-reset"
          icon={RotateCcw}
          disabled={!error && report?.changed.length === 0}
          label={t('settings.limitsReset')}
          onClick={() => void reset(undefined)}
        />
      </div>
      {report ? <CutAnew limits={JSON.stringify(report.values.ingest)} /> : null}
      <ErrorNote error={error} around="pt-6" />
      {groups.map(({ path, title, description, fields }) => (
        <details key={path} data-testid={`limits-${path}`} className="border-b border-hairline py-3 last:border-b-0">
          <summary className="cursor-default rounded-sm">
            <h3 className="inline text-16 font-semibold">{path === '' ? t('settings.limitsNumbers') : title}</h3>
            <span className="mt-0.5 block pl-4 text-muted">
              {path === '' ? t('settings.limitsNumbersHelp') : description}
              {report && fields.some((field) => isChanged(field.path, report.changed)) ? (
                <span className="ml-2 rounded-sm bg-caution-wash px-1.5 text-12 text-caution">
                  {t('settings.changed')}
                </span>
              ) : null}
            </span>
          </summary>
          <div className="py-2 pl-4">{fields.filter(({ path: one }) => !answerLimitPaths.includes(one)).map(row)}</div>
        </details>
      ))}
    </>
  );
}

interface Hands {
  set(path: string, value: unknown): Promise<ErrorReport | null>;
  reset(paths: string[]): Promise<void>;
}

function Field({ field, changed, set, reset }: { readonly field: LimitField; readonly changed: boolean } & Hands) {
  const back = t('settings.reset', {
    value: field.default === null ? t('inspector.emptyValue') : writtenLimit(field.path, field.default),
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
  const common = { label: field.title, help: field.description, testId: `limit-${field.path}`, mark };
  const put = (value: unknown) => void isGranted(set(field.path, value));
  switch (field.kind) {
    case 'switch':
      return <Switch {...common} on={field.value === true} turn={put} />;
    case 'choice':
      return <Choice {...common} value={String(field.value)} options={field.options} choose={put} />;
    default:
      return (
        <SettingTextField
          {...common}
          beside
          value={writtenLimit(field.path, field.value)}
          commit={(text) => set(field.path, typedLimit(field, text))}
        />
      );
  }
}
