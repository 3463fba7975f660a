import type { HostBridge } from '@shared/contract/bridge';
import { createWebBridge } from '../web-bridge';

let bridge: HostBridge | null = null;

/** The one way to the engine: the preload's bridge on the desktop, the web socket's in a browser tab. */
export function host(): HostBridge {
  bridge ??= window.vitrine ?? createWebBridge();
  return bridge;
}
