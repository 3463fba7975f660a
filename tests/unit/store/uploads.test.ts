import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UploadStore } from '../../../electron/engine/store/uploads';
import { temporaryFolder } from './open-test-library';

describe('where a stored file lies', () => {
  it.each(['uploads-of-others/a', 'uploads', '../uploads/a', 'uploads/../catalogue.db', '/etc/passwd'])(
    'is never %s',
    (stored) => {
      const uploads = new UploadStore(temporaryFolder(), 'local');
      expect(() => uploads.absolute(stored)).toThrow(expect.objectContaining({ code: 'library-damaged' }));
    },
  );

  it.each(['..', '.', '../../etc', 'a/b', ''])('is inside uploads for the user “%s”', async (user) => {
    const folder = temporaryFolder();
    const uploads = new UploadStore(folder, user);
    const stored = await uploads.stage(Buffer.from('bytes'), '2026-01-01');
    await uploads.place(stored);
    expect(stored).toMatch(/^uploads\/[A-Za-z0-9_-]+\/2026-01-01\/[0-9a-f-]{36}$/);
    expect(readFileSync(join(folder, stored), 'utf8')).toBe('bytes');
    expect(readdirSync(folder).sort()).toEqual(['staging', 'uploads']);
    expect(existsSync(join(folder, '..', '2026-01-01'))).toBe(false);
  });
});
