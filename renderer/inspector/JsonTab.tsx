import type { SuperPrompt } from '@shared/super-prompt';
import { useMemo } from 'react';
import { CopyButton } from '../components/CopyButton';
import { t } from '../strings/index';

/** The state as it is stored. */
export function JsonTab({ state }: { readonly state: SuperPrompt }) {
  const text = useMemo(() => JSON.stringify(state, null, 2), [state]);
  return (
    <>
      <div className="flex h-10 shrink-0 items-center border-b border-hairline pr-2 pl-4">
        <p className="tabular text-12 text-muted">{t('inspector.characters', { count: text.length })}</p>
        <div className="ml-auto">
          <CopyButton text={() => text} label={t('inspector.copyJson')} />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre data-testid="state-json" tabIndex={0} className="json-text">
        {text}
      </pre>
    </>
  );
}
