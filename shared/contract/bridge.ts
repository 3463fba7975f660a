import type { WindowCommand } from '../commands';
import type { EngineClient } from './index';

export type MenuCommand = WindowCommand;

/** `backup`: one file that `library.backup` has written. `new-folder`: where something new is to lie. */
export const fileChoices = ['files', 'folder', 'backup', 'new-folder'] as const;
export type FileChoice = (typeof fileChoices)[number];

/** `missing`: the document or its file is not there. `refused`: no file that others may open. `failed`: the system could not. */
export type OpenedDocument = 'opened' | 'missing' | 'refused' | 'failed';

/** A file that was not taken, by its name. `unknown-kind`: without a place on disk, and no picture, PDF or text. */
export interface RefusedFile {
  readonly name: string;
  readonly why: 'too-large' | 'unknown-kind' | 'failed';
}

/** Paths that `ingest.enqueue` now accepts, in the order of the files, and the files that were not taken. */
export interface TakenFiles {
  readonly paths: readonly string[];
  /** Those of the paths where the library keeps the bytes, since the files lie nowhere that it could read again. */
  readonly kept: readonly string[];
  readonly refused: readonly RefusedFile[];
}

/** A file that the page has offered, and that a person gave a place: the names of file and folder, no path. */
export interface SavedFile {
  readonly name: string;
  readonly folder: string;
  readonly written: boolean;
}

/**
 * The page's `window.vitrine`, in any host. It carries only requests: no path from the page is trusted, except those
 * that `dropped` and `chooseFiles` have granted.
 */
export interface HostBridge extends EngineClient {
  readonly host: 'desktop' | 'web';
  /** `linux`, `darwin` or `win32` in the desktop app; `web` in a browser. */
  readonly platform: string;
  /** Country of the system's region (ISO 3166-1, `AT`), by which dates are written; empty where it is not known. */
  readonly region: string;
  /** Grants dropped or pasted files; files without a place are kept as bytes. `unnamed`: a name without extension for them. */
  dropped(files: readonly File[], unnamed: string): Promise<TakenFiles>;
  /** Opens the system's dialog and grants the chosen files; empty if it was closed. A browser uploads them. */
  chooseFiles(kind: FileChoice): Promise<readonly string[]>;
  /** Opens the system's dialog for a new file of this name and grants the place; null when it was closed, and in a browser. */
  chooseNewFile(name: string): Promise<string | null>;
  /** Calls back on every command of the menu; returns the function that ends it. Silent in the web host. */
  onMenu(listener: (command: MenuCommand) => void): () => void;
  /** Calls back once a file that the page offered is saved or has failed; returns the function that ends it. A browser tells it itself. */
  onSaved(listener: (saved: SavedFile) => void): () => void;
  /** Calls back on every followed address, also of before the page was there. They come from strangers: shared/address.ts. */
  onAddress(listener: (address: string) => void): () => void;
  /** Opens an https address in the system's browser, after the person said yes; anything else is ignored. */
  openExternal(url: string): Promise<void>;
  /** Opens the original file of a document with the system's program, or shows it in its folder; only in the desktop app. */
  openDocument(documentId: string, how: 'open' | 'show'): Promise<OpenedDocument>;
  /** Opens a library, in a folder that was chosen here, in a window beside this one; false where that cannot be. */
  openLibrary(folder: string): Promise<boolean>;
}

/** The names of the desktop app's messages between preload and main. There are no others. */
export const channels = {
  request: 'vitrine:request',
  cancel: 'vitrine:cancel',
  grant: 'vitrine:grant',
  keep: 'vitrine:keep',
  chooseFiles: 'vitrine:choose-files',
  chooseNewFile: 'vitrine:choose-new-file',
  openExternal: 'vitrine:open-external',
  openDocument: 'vitrine:open-document',
  openLibrary: 'vitrine:open-library',
  theme: 'vitrine:theme',
  event: 'vitrine:event',
  menu: 'vitrine:menu',
  saved: 'vitrine:saved',
  address: 'vitrine:address',
} as const;

/** How main tells preload the country of the system's region, which a sandboxed page cannot ask for. */
export const regionArgument = '--vitrine-region=';
