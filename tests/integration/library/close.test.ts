import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { OnnxEmbedder } from '../../../electron/engine/models/local/onnx-embedder';
import { TestEngine } from '../open-test-engine';

const openFiles = '/proc/self/fd';
if (!existsSync(openFiles)) console.warn(`skipped: which files are open is told by ${openFiles} only`);

describe('a library that was closed', () => {
  let copied: TestEngine;

  const vitrine = TestEngine.shared(async () => {
    copied = await TestEngine.open();
    await copied.engine.close();
    await vitrine.ingest(await vitrine.file('silk.md', 'Silk bears fifty lux.'));
    expect(await vitrine.found('lux')).toHaveLength(1);
    await vitrine.engine.close();
  });
  afterAll(() => copied.close());

  it('has no journal of its catalogue beside it, so nothing goes while it is copied', () => {
    const journals = readdirSync(vitrine.library, { recursive: true }).filter((name) =>
      /-(wal|shm|journal)$/.test(`${name}`),
    );
    expect(journals).toEqual([]);
  });

  it.skipIf(!existsSync(openFiles))('has no journal open', () => {
    const open = readdirSync(openFiles).flatMap((name) => linkOf(join(openFiles, name)));
    expect(open.filter((file) => file.startsWith(vitrine.library) && /-(wal|shm|journal)/.test(file))).toEqual([]);
  });

  it('is as whole in a copy', async () => {
    const copy = join(vitrine.folder, 'copy');
    await cp(vitrine.library, copy, { recursive: true });
    await copied.reopen({ libraryFolder: copy });
    expect(await copied.found('lux')).toEqual(['Silk bears fifty lux.']);
    expect(await copied.unwell()).toEqual([]);
  });

  it('is closed too where a model cannot be let go, and the log says which error that was', async () => {
    const logFile = join(vitrine.folder, 'close.log');
    const engine = await TestEngine.open({ logFile });
    await engine.ingest(await engine.file('silk.md', 'Silk bears fifty lux.'));
    expect(await engine.found('lux')).toHaveLength(1);
    const dispose = vi.spyOn(OnnxEmbedder.prototype, 'dispose').mockRejectedValue(new Error('not let go'));
    try {
      await engine.engine.close();
      expect(dispose).toHaveBeenCalled();
    } finally {
      dispose.mockRestore();
    }
    expect(readdirSync(engine.library, { recursive: true }).filter((name) => `${name}`.endsWith('-wal'))).toEqual([]);
    expect(readFileSync(logFile, 'utf8')).toContain('not let go');
    await engine.close();
  });
});

/** The place of an open file; the listing's own file is gone. */
function linkOf(descriptor: string): readonly string[] {
  try {
    return [readlinkSync(descriptor)];
  } catch {
    return [];
  }
}
