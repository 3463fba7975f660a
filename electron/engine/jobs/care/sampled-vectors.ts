import type { CheckReport, Finding } from '@shared/contract';
import { cosine } from '../../retrieval';
import { checkLibrary, type Library } from '../../store';
import type { OpenedModel } from '../ingest/embed-content';

interface CheckParts {
  readonly library: Library;
  readonly ingestModel: { openIfHere(): Promise<OpenedModel | null> };
}

/** A check of the library, with a sample of the vectors of a place where it is whole. Errors: as `checkLibrary`. */
export async function checkWithVectors(
  { library, ingestModel }: CheckParts,
  depth: CheckReport['depth'],
  signal: AbortSignal,
  onLooked?: (done: number, total: number) => void,
): Promise<CheckReport> {
  return library.still(async () => {
    const { report } = await checkLibrary(library, depth, signal, onLooked);
    const differ = depth === 'whole' ? await sampledVectors(library, ingestModel, signal) : null;
    return differ ? { ...report, findings: [...report.findings, differ] } : report;
  }, signal);
}

const textsInSample = 24;
/** Vectors of one text by one model are nearer than this on any computer. */
const leastAlike = 0.98;
const examplesShown = 20;

/** Compares a sample of a place's shared vectors with this desk's own. Returns the documents that differ, or null. */
async function sampledVectors(
  library: Library,
  model: CheckParts['ingestModel'],
  signal: AbortSignal,
): Promise<Finding | null> {
  if (!library.replica) return null;
  const opened = await model.openIfHere();
  if (!opened) return null;
  const { embedder, entry } = opened;
  const rows = [...library.facts.expectedRows(library.facts.sampleOfChunks(textsInSample)).values()];
  const kept = rows.flatMap((row) => {
    const vector = library.embeddings.get(entry.id, row.searchable, entry.dimension);
    return vector ? [{ ...row, vector }] : [];
  });
  if (kept.length === 0) return null;
  const texts = kept.map(({ searchable }) => searchable);
  const made = await embedder.embed(texts, 'passage', signal);
  const odd = kept.filter(({ vector }, at) => cosine(vector, made[at] ?? vector) < leastAlike);
  if (odd.length === 0) return null;
  const examples = [...new Set(odd.flatMap(({ contentId }) => library.facts.pathsOf(contentId)))];
  return { kind: 'vectors-differ', count: odd.length, examples: examples.slice(0, examplesShown) };
}
