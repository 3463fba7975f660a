import { z } from 'zod';

/** Newer versions of Vitrine: looked for when a person asks, or daily where that is switched on (docs/adr/0051). */
export const updateRequests = {
  'updates.get': z.strictObject({}),
  /** Errors: `offline`, `update-unreachable`, `update-refused`, `update-none` where this build has no place for updates. */
  'updates.check': z.strictObject({}),
  /** Gets what was found. Errors: as `updates.check`, `cancelled`, `disk-full`. */
  'updates.download': z.strictObject({}),
  /** Hands what was downloaded to the host, which installs it and starts anew. */
  'updates.install': z.strictObject({}),
} as const;

export interface FoundUpdate {
  readonly version: string;
  /** When it was released, ISO 8601. */
  readonly released: string;
  readonly bytes: number;
}

/** A file that is what its signed manifest says. */
export interface ReadyUpdate {
  readonly version: string;
  readonly file: string;
  readonly bytes: number;
  /** Base64. */
  readonly sha512: string;
}

export interface UpdateReport {
  readonly version: string;
  /** Whether this build knows where updates come from and whose signature they bear. */
  readonly setUp: boolean;
  /** Whether this kind of installation can put an update in its own place; else a package manager or a person does. */
  readonly installs: boolean;
  /** ISO 8601; null: not since this host is open. */
  readonly checkedAt: string | null;
  /** Newer than this version; null where nothing is. */
  readonly found: FoundUpdate | null;
  readonly ready: ReadyUpdate | null;
}

export interface UpdateResults {
  'updates.get': UpdateReport;
  'updates.check': UpdateReport;
  'updates.download': UpdateReport;
  'updates.install': { readonly installs: true };
}
