import type { ChatServerReport } from '@shared/contract/index';
import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react';
import { t } from '../strings/index';

/** How a server is, in words, and what can be done about it. */
export function ServerHealth({ server }: { readonly server: ChatServerReport | undefined }) {
  if (!server) return null;
  const { state } = server;
  const Icon = state === 'ok' ? CircleCheck : state === 'refused-offline' ? CircleSlash : TriangleAlert;
  const tone = state === 'ok' ? 'text-accent' : state === 'refused-offline' ? 'text-muted' : 'text-caution';
  return (
    <div
      className="content col-span-2 mt-2 flex gap-2 text-12"
      data-testid={`health-${server.provider}`}
      data-state={state}
    >
      <Icon size={14} aria-hidden className={`mt-px shrink-0 ${tone}`} />
      <p className="text-soft">
        <span className="font-medium text-ink">{t(`settings.serverState.${state}`)}</span>
        {' · '}
        {server.staysHere ? t('settings.here') : t('settings.elsewhere')}
        {'. '}
        {t(`settings.serverHint.${state}`)}
      </p>
    </div>
  );
}
