import type { LibraryStatus, RebuildEstimate } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { Gauge, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { nameOf } from '../../components/model-name';
import { profileName } from '../../components/profile-name';
import { RebuildFacts } from '../../components/RebuildFacts';
import { RebuildProgress } from '../../components/RebuildProgress';
import { host } from '../../state/host';
import { newId } from '../../state/new-id';
import { isUnderWay, useRebuild } from '../../state/rebuild';
import { t } from '../../strings/index';
import { saidRemark } from '../../strings/remarks';
import { Choice } from '../Choice';
import { SettingGroup } from '../SettingRow';
import { useAnswer } from '../use-answer';

/** The index: what it is made with, what a rebuild would take, and the rebuild itself. */
export function RebuildGroup({ status }: { readonly status: LibraryStatus }) {
  const { rebuild, start } = useRebuild();
  const { data: limits } = useAnswer('limits.get', {});
  const [chosen, setChosen] = useState<string | null>(null);
  const { estimate, error, asking, ask, forget } = useEstimate();
  const profile = chosen ?? status.profile ?? limits?.values.ingest.profile ?? 'balanced';
  const profiles = Object.keys(limits?.values.ingest.profiles ?? {});
  const busy = isUnderWay(rebuild);

  return (
    <SettingGroup title={t('rebuild.title')} help={t('rebuild.help')}>
      <p data-testid="index-made-with" className="break-words" title={status.model.id}>
        {status.profile
          ? t('rebuild.madeWith', {
              model: nameOf({ title: status.model.title ?? status.model.id }),
              profile: profileName(status.profile),
              chunks: status.chunks,
            })
          : t('rebuild.none')}
      </p>
      {status.health
        .filter(({ check }) => check === 'vectors')
        .map(({ message }) => (
          <p key={message} data-testid="index-waits" className="mt-1 text-caution">
            {saidRemark(message)}
          </p>
        ))}
      {status.profile && !busy ? (
        <>
          <Choice
            label={t('rebuild.profile')}
            help={t('rebuild.profileHelp')}
            testId="rebuild-profile"
            value={profile}
            options={profiles.map((value) => ({ value, label: profileName(value) }))}
            choose={(value) => {
              setChosen(value);
              forget();
            }}
          />
          <div className="my-2 flex flex-wrap items-center gap-2">
            <Button
              data-testid="rebuild-estimate-ask"
              icon={<Gauge size={14} aria-hidden />}
              disabled={asking}
              onClick={() => void ask(profile)}
            >
              {t('rebuild.estimate')}
            </Button>
            <span aria-live="polite" className="text-muted">
              {asking ? t('rebuild.estimating') : ''}
            </span>
            {asking ? (
              <Button look="ghost" icon={<X size={14} aria-hidden />} onClick={forget}>
                {t('rebuild.cancel')}
              </Button>
            ) : null}
          </div>
          {error ? <ErrorNote error={error} /> : null}
          {estimate ? (
            <>
              <RebuildFacts estimate={estimate} />
              <Button
                look="primary"
                className="mt-3"
                data-testid="rebuild-start"
                onClick={() => {
                  forget();
                  setChosen(null);
                  void start({ profile });
                }}
              >
                {t('rebuild.start')}
              </Button>
            </>
          ) : null}
        </>
      ) : null}
      <div className={rebuild ? 'mt-3' : ''}>
        <RebuildProgress />
      </div>
    </SettingGroup>
  );
}

function useEstimate() {
  const [estimate, setEstimate] = useState<RebuildEstimate | null>(null);
  const [error, setError] = useState<ErrorReport | null>(null);
  const [asking, setAsking] = useState(false);
  const running = useRef<string | null>(null);
  const stop = useCallback(() => {
    if (running.current) host().cancel(running.current);
    running.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  async function ask(profile: string): Promise<void> {
    stop();
    const requestId = newId();
    running.current = requestId;
    setAsking(true);
    setError(null);
    const answer = await host().request('library.rebuildEstimate', { profile }, { requestId });
    if (running.current !== requestId) return;
    running.current = null;
    setAsking(false);
    if (answer.ok) setEstimate(answer.data);
    else setError(answer.error);
  }

  function forget(): void {
    stop();
    setAsking(false);
    setEstimate(null);
    setError(null);
  }
  return { estimate, error, asking, ask, forget };
}
