import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NliEntry, RerankEntry } from '@shared/model-catalogue';
import { z } from 'zod';
import { nliLabels } from './onnx-nli';

const config = z.object({
  architectures: z.array(z.string()),
  max_position_embeddings: z.number().int().min(16),
  id2label: z.record(z.string(), z.string()).optional(),
});

/**
 * Cross-encoders that lie in a models folder and that the catalogue does not know: folders whose `config.json` names a
 * `…ForSequenceClassification` with one label, or with the three of natural language inference. Each is known by its
 * folder's name; where two share it the first counts.
 */
export function folderPairModels(
  parents: readonly string[],
  knownFolders: ReadonlySet<string>,
): (RerankEntry | NliEntry)[] {
  const found = new Map<string, RerankEntry | NliEntry>();
  for (const parent of parents) {
    for (const folder of foldersIn(parent)) {
      const kind = knownFolders.has(folder) || found.has(folder) ? null : kindOf(join(parent, folder));
      if (kind === null) continue;
      found.set(folder, {
        id: folder,
        ...kind,
        title: `${folder} (from a models folder)`,
        licence: 'unknown',
        source: { kind: 'folder', folder },
        files: {},
      });
    }
  }
  return [...found.values()];
}

function foldersIn(parent: string): string[] {
  try {
    return readdirSync(parent)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch {
    // A models folder that is not there (an unplugged disk) holds no models.
    return [];
  }
}

/** What the cross-encoder in the folder is for, and the tokens it takes at once; null for one that holds none. */
function kindOf(folder: string): Pick<RerankEntry | NliEntry, 'job' | 'window'> | null {
  try {
    const parsed = config.parse(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')));
    if (!parsed.architectures.some((name) => name.endsWith('ForSequenceClassification'))) return null;
    const window = parsed.max_position_embeddings;
    if (parsed.id2label === undefined || Object.keys(parsed.id2label).length === 1) return { job: 'rerank', window };
    return nliLabels(parsed.id2label) === null ? null : { job: 'nli', window };
  } catch {
    // No config.json, or one of something else: not a cross-encoder.
    return null;
  }
}
