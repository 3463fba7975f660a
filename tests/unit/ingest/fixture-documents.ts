import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ReadDocument, readDocument } from '../../../electron/engine/ingest';

export const limits = {
  maxFileBytes: 104_857_600,
  maxPages: 5000,
  maxExpandedBytes: 268_435_456,
  maxEntries: 20_000,
  maxExpansionRatio: 400,
  maxDepth: 1000,
};

/** Bytes of a document in tests/fixtures/documents (made by scripts/fixtures/make-documents.ts). */
export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(resolve(__dirname, '../../fixtures/documents', name)));
}

export function readFixture(name: string): Promise<ReadDocument> {
  return readDocument(fixture(name), name, limits);
}

/** A text as its reader would leave it, under a name that decides about Markdown. */
export function documentOf(text: string, name = 'note.txt'): Promise<ReadDocument> {
  return readDocument(new TextEncoder().encode(text), name, limits);
}

/** The code of the error that `work` ends with, `none` where it succeeds. */
export async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return 'none';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}
