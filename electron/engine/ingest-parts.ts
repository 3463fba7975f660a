import type { EngineParts } from './engine-parts';
import { Rebuilds } from './flows/care/rebuilds';
import { WritingTimes } from './flows/care/writing-times';
import { IngestQueue } from './flows/ingest/ingest-queue';
import { Recognition } from './flows/ingest/recognise-file';
import { WatchedFolders } from './flows/watch/watched-folders';
import type { Foundation } from './foundation';
import type { ModelParts } from './model-parts';
import { Turns } from './store';

type IngestParts = Pick<EngineParts, 'jobs' | 'ingests' | 'rebuilds' | 'writingTimes' | 'watches'> & {
  readonly recognition: Recognition;
};

/** What changes documents and index: ingests and rebuilds, which share one line of turns, and watched folders. */
export function ingestParts(base: Foundation, { activeModel, ingestModel }: ModelParts): IngestParts {
  const { given, library, log, config } = base;
  const { emit } = base.events;
  const limits = () => config.limits();
  const jobs = new Turns();
  const recognition = recognitionOf(base);
  const writingTimes = new WritingTimes(library);
  const ingests = new IngestQueue({
    library,
    model: ingestModel,
    recognition,
    turns: jobs,
    limits,
    emit,
    written: (chunks, ms) => writingTimes.ingested({ chunks, ms }),
    log: (jobId, what, facts) => log.write(jobId, what, { ...facts }),
  });
  const rebuilds = new Rebuilds({ library, activeModel, ingestModel, turns: jobs, writingTimes, limits, emit });
  const watches = new WatchedFolders({
    library,
    ingests,
    takesPictures: () => recognition.isOn,
    emit,
    ...(given.watchTimes ? { times: given.watchTimes } : {}),
  });
  return { jobs, recognition, ingests, rebuilds, writingTimes, watches };
}

/** A host may ask for text recognition whatever the settings say. */
function recognitionOf({ given, library, settings }: Foundation): Recognition {
  return new Recognition(library, given.recognitionThreadFile ?? null, () =>
    given.recognises || settings.value('ingest.ocr') ? settings.value('ingest.ocrLanguages') : null,
  );
}
