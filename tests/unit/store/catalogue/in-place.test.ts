import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../open-test-library';

// A disk that fails and a folder that may not be looked into: neither can be had here for real.
const disk = { failure: '' };
// Other tests may have loaded the database with the real one.
vi.resetModules();
vi.doMock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const statSync = (...given: Parameters<typeof fs.statSync>) => {
    if (disk.failure === '') return fs.statSync(...given);
    throw Object.assign(new Error(`${disk.failure}: stat`), { code: disk.failure });
  };
  return { ...fs, default: { ...fs, statSync }, statSync };
});
const { SqlDatabase } = await import('../../../../electron/engine/store/catalogue/database');
afterAll(() => {
  vi.doUnmock('node:fs');
  vi.resetModules();
});

describe('whether the catalogue that is open is still the one of its name', () => {
  it('tells one that another took the place of from one that is gone, and sees it come back', () => {
    const file = join(temporaryFolder(), 'catalogue.db');
    const database = SqlDatabase.open(file);
    expect(database.inPlace()).toBe('here');
    renameSync(file, `${file}.aside`);
    expect(database.inPlace()).toBe('gone');
    writeFileSync(file, '');
    expect(database.inPlace()).toBe('exchanged');
    rmSync(file);
    renameSync(`${file}.aside`, file);
    expect(database.inPlace()).toBe('here');
    database.close();
  });

  it('is gone with a disk that fails, and says what to do where it may not look', () => {
    const database = SqlDatabase.open(join(temporaryFolder(), 'catalogue.db'));
    for (const code of ['EIO', 'ENXIO', 'ESTALE']) {
      disk.failure = code;
      expect(database.inPlace(), code).toBe('gone');
    }
    disk.failure = 'EACCES';
    expect(() => database.inPlace()).toThrow(
      expect.objectContaining({ code: 'library-read-only', hint: expect.stringContaining('permissions') }),
    );
    disk.failure = '';
    database.close();
  });
});
