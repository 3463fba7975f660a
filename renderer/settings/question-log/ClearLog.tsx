import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useReturnedFocus } from '../../app/return-focus';
import { Button } from '../../components/Button';
import { useQuestionLog } from '../../state/question-log';
import { t } from '../../strings/index';
import { RowPanel } from '../search-models/RowPanel';

/** Days after which questions can go; null is all of them. */
const ages = [1, 7, 30, 90, 365, null] as const;
type Age = (typeof ages)[number];

const usualAge: Age = 30;

/** Deletes old questions or all; says first what goes and what stays, and leaves a way back. */
export function ClearLog() {
  const clear = useQuestionLog((state) => state.clear);
  const [age, setAge] = useState<Age>(usualAge);
  const [asked, setAsked] = useState(false);
  // With the last question it goes away itself.
  useReturnedFocus();
  const named = (days: Age): string =>
    days === null ? t('questionLog.all') : t('questionLog.olderThan', { count: days });

  return (
    <div className="mt-6">
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex min-w-0 flex-wrap items-center gap-2 text-muted">
          {t('questionLog.clear')}
          <select
            data-testid="log-age"
            value={String(age)}
            onChange={(event) => {
              setAge(ages.find((one) => String(one) === event.target.value) ?? null);
              setAsked(false);
            }}
            className="h-8 max-w-full rounded-md border border-edge bg-case px-2 text-14 text-ink"
          >
            {ages.map((days) => (
              <option key={String(days)} value={String(days)}>
                {named(days)}
              </option>
            ))}
          </select>
        </label>
        <Button data-testid="log-clear" icon={<Trash2 size={14} aria-hidden />} onClick={() => setAsked(true)}>
          {t('questionLog.clearNow')}
        </Button>
      </div>
      {asked ? (
        <RowPanel
          title={age === null ? t('questionLog.sureAll') : t('questionLog.sureOlder', { count: age })}
          testId="log-clear-panel"
          close={() => setAsked(false)}
        >
          <p className="mt-1 text-soft">{t('questionLog.clearWhat')}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              data-testid="log-clear-sure"
              onClick={() => {
                setAsked(false);
                void clear(age);
              }}
            >
              {t('questionLog.clearSure')}
            </Button>
            <Button look="ghost" data-testid="log-keep" onClick={() => setAsked(false)}>
              {t('questionLog.keep')}
            </Button>
          </div>
        </RowPanel>
      ) : null}
    </div>
  );
}
