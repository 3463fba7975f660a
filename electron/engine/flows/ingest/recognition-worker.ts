/**
 * A thread that recognises text: draws pages and reads what stands on them, one at a time. Both take seconds in one go
 * and nothing stops them from inside; whoever wants that ends the thread.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type Result, reportOf, VitrineError } from '@shared/errors';
import { createBirpc } from 'birpc';
import {
  openPagePictures,
  openTextRecogniser,
  type PagePictures,
  type RecognisedPage,
  type TextRecogniser,
} from '../../ingest';
import type { FileToRecognise, RecognitionThreadData, RecognitionThreadFunctions } from './recognition-protocol';

if (!parentPort) {
  throw new VitrineError(
    'internal',
    'recognition-worker.cjs was started as a program.',
    'Start Vitrine with npm start.',
  );
}
const port = parentPort;
const { languages, limits } = workerData as RecognitionThreadData;
let recogniser: Promise<TextRecogniser> | null = null;
let opened: { readonly checksum: string; readonly pictures: Promise<PagePictures> } | null = null;

async function picturesOf({ checksum, bytes, fileName }: FileToRecognise): Promise<PagePictures> {
  if (opened?.checksum !== checksum) {
    await opened?.pictures.then(
      (pictures) => pictures.close(),
      () => undefined,
    );
    // A copy: not all of what reads it takes memory that is shared.
    opened = { checksum, pictures: openPagePictures(new Uint8Array(new Uint8Array(bytes)), fileName, limits) };
  }
  return opened.pictures;
}

async function recognise(file: FileToRecognise, page: number): Promise<Result<RecognisedPage>> {
  try {
    const pictures = await picturesOf(file);
    const nothing = { page, width: 0, height: 0, paragraphs: [] };
    let picture: Awaited<ReturnType<PagePictures['draw']>>;
    try {
      picture = await pictures.draw(page);
    } catch (error) {
      const trouble = error instanceof VitrineError ? error.message : 'it could not be drawn';
      return { ok: true, data: { ...nothing, trouble } };
    }
    recogniser ??= openTextRecogniser(languages);
    const { image, width, height, orientation } = picture;
    const { recognise: read } = await recogniser;
    let found: ReturnType<TextRecogniser['recognise']> = null;
    try {
      found = read(image, orientation);
    } catch {
      // What a broken picture throws in it is no error that has a name; the next page gets a new one.
      recogniser = null;
    }
    if (!found) return { ok: true, data: { ...nothing, trouble: 'the picture is damaged' } };
    return { ok: true, data: { page, width, height, paragraphs: found.paragraphs } };
  } catch (error) {
    return { ok: false, error: reportOf(error) };
  }
}

createBirpc<object, RecognitionThreadFunctions>(
  { recognise },
  {
    post: (message) => port.postMessage(message),
    on: (listener) => void port.on('message', listener),
    off: (listener) => void port.off('message', listener),
    timeout: -1,
  },
);
