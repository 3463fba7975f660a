import { z } from 'zod';

/** The entry that says what else is in a backup; the last one that is written. */
export const manifestName = 'backup.json';
export const catalogueName = 'catalogue.db';

/**
 * Where in a library a file of a backup may go: nothing else is packed, and nothing else is unpacked, whatever a file
 * that calls itself a backup says.
 */
const placeInLibrary =
  /^(catalogue\.db|settings\.json|(config|uploads)(\/(?!\.{1,2}(\/|$))[A-Za-z0-9_.-]{1,100}){1,6})$/;

export const backupManifest = z.object({
  format: z.literal('vitrine-backup'),
  /** Grows when an older Vitrine could not restore it any more. */
  version: z.literal(1),
  /** ISO 8601. */
  madeAt: z.iso.datetime(),
  documents: z.number().int().min(0),
  files: z
    .array(
      z.object({
        path: z.string().max(700).regex(placeInLibrary),
        bytes: z.number().int().min(0),
        /** Of the file as it was packed, in hexadecimal digits. */
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(10_000_000),
});
export type BackupManifest = z.infer<typeof backupManifest>;
export type BackedUpFile = BackupManifest['files'][number];
