import type { ChatServerReport } from '@shared/contract/index';
import { TriangleAlert } from 'lucide-react';
import { t } from '../strings/index';

/** How a server is, where it is not well: those that are speak through their models. */
export function ServerNote({ server }: { readonly server: ChatServerReport }) {
  const { provider, state, address } = server;
  if (state === 'ok') return null;
  return (
    <span className="block" data-testid={`picker-server-${provider}`} data-state={state}>
      <Note>{t(`chat.serverAt.${state}`, { server: t(`chat.servers.${provider}`), address })}</Note>
    </span>
  );
}

export function Note({ children }: { readonly children: string }) {
  return (
    <span className="content flex gap-2 px-2 py-1 text-12 text-soft">
      <TriangleAlert size={14} aria-hidden className="mt-px shrink-0 text-caution" />
      <span className="min-w-0 break-words">{children}</span>
    </span>
  );
}
