import { Suspense } from 'react';
import { type CaseView, useShell } from '../state/shell';
import { t } from '../strings/index';
import { Inspector, SourceViewer } from './later-cases';
import { useReturnedFocus } from './return-focus';

/** The glass case on the right: one exhibit at a time. */
export function CasePane({ view }: { readonly view: CaseView }) {
  const { closeCase, step } = useShell();
  useReturnedFocus();
  return (
    <section
      aria-label={t('app.casePane')}
      data-pane="case"
      tabIndex={-1}
      className="flex h-full min-h-0 flex-col bg-case"
    >
      <Suspense>
        {view.kind === 'inspector' ? (
          <Inspector close={() => closeCase()} />
        ) : (
          <SourceViewer stops={view.stops} at={view.at} step={step} close={() => closeCase()} />
        )}
      </Suspense>
    </section>
  );
}
