import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RerankEntry } from '@shared/model-catalogue';
import { z } from 'zod';

const config = z.object({
  architectures: z.array(z.string()),
  max_position_embeddings: z.number().int().min(16),
  id2label: z.record(z.string(), z.string()).optional(),
});

/**
 * Cross-encoders that lie in a models folder and that the catalogue does not know: folders whose `config.json` names a
 * `…ForSequenceClassification` with one label. Each is known by its folder's name; where two share it the first counts.
 */
export function folderRerankers(parents: readonly string[], knownFolders: ReadonlySet<string>): RerankEntry[] {
  const found = new Map<string, RerankEntry>();
  for (const parent of parents) {
    for (const folder of foldersIn(parent)) {
      const window = knownFolders.has(folder) || found.has(folder) ? null : windowOf(join(parent, folder));
      if (window === null) continue;
      found.set(folder, {
        id: folder,
        job: 'rerank',
        title: `${folder} (from a models folder)`,
        licence: 'unknown',
        source: { kind: 'folder', folder },
        files: {},
        window,
      });
    }
  }
  return [...found.values()];
}

function foldersIn(parent: string): string[] {
  try {
    return readdirSync(parent).sort();
  } catch {
    // A models folder that is not there (an unplugged disk) holds no models.
    return [];
  }
}

/** Tokens the cross-encoder in the folder takes at once; null for a folder that holds no cross-encoder. */
function windowOf(folder: string): number | null {
  try {
    const parsed = config.parse(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')));
    const oneLabel = parsed.id2label === undefined || Object.keys(parsed.id2label).length === 1;
    const classifies = parsed.architectures.some((name) => name.endsWith('ForSequenceClassification'));
    return classifies && oneLabel ? parsed.max_position_embeddings : null;
  } catch {
    // No config.json, or one of something else: not a cross-encoder.
    return null;
  }
}
