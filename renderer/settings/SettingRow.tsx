import { type ReactNode, useId } from 'react';
import { t } from '../strings/index';

interface SectionProps {
  readonly title: string;
  readonly help?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A group of settings under one heading. */
export function SettingGroup({ title, help, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-b border-hairline py-6 last:border-b-0">
      <div className="mb-4 flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="text-16 font-semibold">
            {title}
          </h3>
          {help ? <p className="mt-1 text-muted">{help}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Says so where the environment decides a value. */
export function DecidedBy({ variable }: { readonly variable: string | null }) {
  return variable ? <p className="mt-1 text-12 text-caution">{t('settings.decidedBy', { variable })}</p> : null;
}
