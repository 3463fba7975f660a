import type { CheckReport, Finding, RepairPlan, RepairReport } from '@shared/contract/index';
import { Check, ShieldCheck, Wrench } from 'lucide-react';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { formatDuration } from '../../components/quantities';
import { useCare } from '../../state/library-care';
import { t } from '../../strings/index';
import { SettingGroup } from '../SettingRow';
import { CareProgressBar } from './CareProgressBar';

/** A whole check of the library, what it found in words, and a repair after it is said what that would do. */
export function CheckGroup() {
  const { running, failed, plan, repaired, check, repair } = useCare();
  const failure = failed && (failed.task === 'check' || failed.task === 'repair') ? failed.error : null;
  return (
    <SettingGroup
      title={t('care.check')}
      help={t('care.checkHelp')}
      action={
        <Button
          data-testid="care-check"
          icon={<ShieldCheck size={14} aria-hidden />}
          disabled={running !== null}
          onClick={() => void check()}
        >
          {t('care.checkNow')}
        </Button>
      }
    >
      <CareProgressBar tasks={['check', 'repair']} />
      {failure ? <ErrorNote error={failure} /> : null}
      <div aria-live="polite">
        {plan ? <Planned plan={plan} busy={running !== null} repair={() => void repair()} /> : null}
        {repaired ? <Repaired report={repaired} /> : null}
      </div>
    </SettingGroup>
  );
}

interface PlannedProps {
  readonly plan: RepairPlan;
  readonly busy: boolean;
  repair(): void;
}

function Planned({ plan: { check, steps }, busy, repair }: PlannedProps) {
  if (check.findings.length === 0) return <Well check={check} />;
  const canRepair = steps.some(({ act }) => act !== 'left');
  return (
    <div data-testid="care-findings">
      <Findings title={t('care.found')} findings={check.findings} />
      <h4 className="mt-4 font-medium">{t('care.would')}</h4>
      <ul data-testid="care-plan" className="mt-1 list-disc pl-5">
        {steps.map(({ act, kind, count }) => (
          <li key={`${act} ${kind}`}>{t(`care.plan.${act}`, { count })}</li>
        ))}
      </ul>
      {canRepair ? (
        <Button
          look="primary"
          className="mt-3"
          data-testid="care-repair"
          icon={<Wrench size={14} aria-hidden />}
          disabled={busy}
          onClick={repair}
        >
          {t('care.repair')}
        </Button>
      ) : null}
    </div>
  );
}

function Well({ check: { looked, ms } }: { readonly check: CheckReport }) {
  return (
    <div data-testid="care-well" className="flex gap-2">
      <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <div>
        <p className="font-medium">{t('care.well')}</p>
        <p className="tabular text-12 text-soft">{t('care.wellFacts', { ...looked, time: formatDuration(ms) })}</p>
      </div>
    </div>
  );
}

function Repaired({ report: { done, after, jobId } }: { readonly report: RepairReport }) {
  return (
    <div data-testid="care-repaired">
      {done.length === 0 ? (
        <p>{t('care.nothingToDo')}</p>
      ) : (
        <>
          <h4 className="font-medium">{t('care.did')}</h4>
          <ul className="mt-1 list-disc pl-5">
            {done.map(({ act, kind, count }) => (
              <li key={`${act} ${kind}`}>{t(`care.done.${act}`, { count })}</li>
            ))}
          </ul>
        </>
      )}
      {jobId === null ? null : <p className="mt-2">{t('care.readAgain')}</p>}
      <div className="mt-4">
        {after.findings.length === 0 ? (
          <Well check={after} />
        ) : (
          <Findings title={t('care.leftOver')} findings={after.findings} />
        )}
      </div>
    </div>
  );
}

function Findings({ title, findings }: { readonly title: string; readonly findings: readonly Finding[] }) {
  return (
    <>
      <h4 className="font-medium">{title}</h4>
      <ul className="mt-1 list-disc pl-5">
        {findings.map(({ kind, count, examples }) => (
          <li key={kind} data-testid="care-finding" data-kind={kind}>
            {kind === 'catalogue-damaged' || kind === 'index-unreadable'
              ? t(`care.finding.${kind}`)
              : t(`care.finding.${kind}`, { count })}
            {examples.length > 0 ? (
              <details className="text-12 text-soft">
                <summary>{t('care.examples')}</summary>
                <ul className="font-mono">
                  {examples.map((example) => (
                    <li key={example} className="break-all">
                      {example}
                    </li>
                  ))}
                </ul>
              </details>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
