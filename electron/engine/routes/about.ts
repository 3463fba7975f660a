import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AboutReport, LicenceEntry } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import type { EngineParts } from '../engine-parts';

/** resources/licences.json, as scripts/collect-licences.mjs writes it: each text once, entries point to it. */
const licences = z.object({
  entries: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licence: z.string(),
      homepage: z.string().nullable(),
      kind: z.enum(['package', 'model', 'runtime']),
      text: z.string().nullable(),
    }),
  ),
  texts: z.record(z.string(), z.string()),
});

/** Nothing where the file was not made: a checkout that was never built. Errors: `config-invalid` for a damaged one. */
async function readLicences(configFolder: string): Promise<z.infer<typeof licences>> {
  const file = join(configFolder, '..', 'resources', 'licences.json');
  try {
    return licences.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { entries: [], texts: {} };
    const hint = 'Build Vitrine again: node scripts/collect-licences.mjs.';
    throw new VitrineError('config-invalid', 'licences.json cannot be read.', hint, { file }, { cause: error });
  }
}

/** What this program is, what it is made of, and where it keeps things. Errors: `config-invalid`. */
export async function about({ options, settings, library }: EngineParts): Promise<AboutReport> {
  const { entries } = await readLicences(options.configFolder);
  const thirdParty = entries.map(({ text: _text, ...entry }): LicenceEntry => entry);
  const versions: Readonly<Record<string, string | undefined>> = process.versions;
  return {
    version: options.version ?? 'unknown',
    licence: 'Apache-2.0',
    thirdParty,
    paths: {
      library: library.folder,
      settings: settings.file,
      log: options.logFile,
      models: options.downloadFolder,
      config: options.configFolder,
    },
    versions: {
      node: process.versions.node,
      electron: versions.electron ?? null,
      chromium: versions.chrome ?? null,
    },
  };
}

/** The licence of one entry, with its notices. Errors: `bad-request` for an entry that is not listed, `config-invalid`. */
export async function licenceText({ options }: EngineParts, name: string, version: string): Promise<string> {
  const { entries, texts } = await readLicences(options.configFolder);
  const entry = entries.find((candidate) => candidate.name === name && candidate.version === version);
  if (!entry) {
    throw new VitrineError('bad-request', `${name} ${version} is not part of Vitrine.`, 'See app.about for the list.');
  }
  return (entry.text === null ? undefined : texts[entry.text]) ?? `${entry.licence}\n\n${entry.homepage ?? ''}`.trim();
}
