import type { HostBridge } from '@shared/contract/bridge';

declare global {
  interface Window {
    /** Exposed by the desktop's preload; absent in a browser tab. */
    readonly vitrine?: HostBridge;
  }
}
