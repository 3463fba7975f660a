/** A thread that recognises text, one page at a time. Only the pool can stop it, by its end. */

import { parentPort } from 'node:worker_threads';
import { codedError, type Result, reportOf, VitrineError } from '@shared/errors';
import { unused } from '@shared/words/sayings';
import { createBirpc } from 'birpc';
import { channelOf } from '../../async';
import {
  openPagePictures,
  openTextRecogniser,
  type PagePictures,
  type RecognisedPage,
  type TextRecogniser,
} from '../../ingest';
import { ownThreadNumber } from './reader-watch';
import type { FileToRecognise, Recognising, RecognitionThreadFunctions } from './recognise-file';
import type { PoolThreadTold } from './thread-pool';

if (!parentPort) throw new VitrineError('internal', { why: 'started-alone', file: 'recognition-worker.cjs' });
const port = parentPort;
const threadNumber = ownThreadNumber();
let recogniser: { readonly languages: string; readonly opened: Promise<TextRecogniser> } | null = null;
let opened: { readonly key: string; readonly pictures: Promise<PagePictures> } | null = null;

async function picturesOf({ checksum, bytes }: FileToRecognise, { limits }: Recognising): Promise<PagePictures> {
  // Limits may change between two readings of a file.
  const key = `${checksum} ${JSON.stringify(limits)}`;
  if (opened?.key !== key) {
    await opened?.pictures.then(
      (pictures) => pictures.close(),
      () => undefined,
    );
    // A copy: not all of what reads it takes memory that is shared.
    opened = { key, pictures: openPagePictures(new Uint8Array(new Uint8Array(bytes)), limits) };
  }
  return opened.pictures;
}

async function recogniserOf({ languages }: Recognising): Promise<TextRecogniser> {
  const wanted = languages.join('+');
  if (recogniser?.languages !== wanted) {
    // No later page needs other languages.
    (await recogniser?.opened.catch(() => null))?.close();
    recogniser = { languages: wanted, opened: openTextRecogniser(languages) };
  }
  return recogniser.opened;
}

async function recognise(file: FileToRecognise, page: number, how: Recognising): Promise<Result<RecognisedPage>> {
  try {
    const pictures = await picturesOf(file, how);
    const nothing = { page, width: 0, height: 0, paragraphs: [] };
    let picture: Awaited<ReturnType<PagePictures['draw']>>;
    try {
      picture = await pictures.draw(page);
    } catch (error) {
      const trouble = error instanceof VitrineError ? codedError(error) : unused('not-drawn');
      return { ok: true, data: { ...nothing, trouble } };
    }
    const { image, width, height, orientation } = picture;
    const { recognise: read } = await recogniserOf(how);
    let found: ReturnType<TextRecogniser['recognise']> = null;
    try {
      found = read(image, orientation);
    } catch {
      // A broken picture throws an error without a name in it; the next page gets a new one.
      recogniser = null;
    }
    if (!found) return { ok: true, data: { ...nothing, trouble: unused('broken-picture') } };
    return { ok: true, data: { page, width, height, paragraphs: found.paragraphs } };
  } catch (error) {
    return { ok: false, error: reportOf(error) };
  }
}

const functions: RecognitionThreadFunctions = {
  async recognise(task, file, page, how) {
    await engine.begun.asEvent(task, threadNumber);
    return recognise(file, page, how);
  },
  stop() {},
  async close() {
    // After this answer has left.
    setImmediate(() => process.exit());
  },
};

const engine = createBirpc<PoolThreadTold, RecognitionThreadFunctions>(functions, channelOf(port));
