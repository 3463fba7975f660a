import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UploadStore } from '../../../../electron/engine/store/library/uploads';
import { temporaryFolder } from '../open-test-library';

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

describe('pasted or uploaded files', () => {
  function incoming(): { folder: string; uploads: UploadStore; put(home: string): string } {
    const folder = temporaryFolder();
    const put = (home: string) => {
      const place = join(folder, 'incoming', home);
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'a.txt'), 'bytes');
      return join(place, 'a.txt');
    };
    return { folder, uploads: new UploadStore(folder, 'local'), put };
  }

  it('goes with its document, and nothing that lies elsewhere does', async () => {
    const { folder, uploads, put } = incoming();
    const [gone, kept] = [put('aa'), put('bb')];
    const elsewhere = join(temporaryFolder(), 'original.txt');
    writeFileSync(elsewhere, 'mine');
    await uploads.removeIncoming([gone, elsewhere, join(folder, 'incoming', 'a.txt'), join(folder, 'catalogue.db')]);
    expect([gone, kept, elsewhere].map(existsSync)).toEqual([false, true, true]);
  });

  it('goes where nothing rests on it, also in a library that was moved', async () => {
    const { uploads, put } = incoming();
    const [gone, kept] = [put('aa'), put('bb')];
    await uploads.clearIncoming(() => ['/where/it/was/incoming/bb/a.txt']);
    expect([gone, kept].map(existsSync)).toEqual([false, true]);
  });

  it('is not asked about where there is none', async () => {
    await new UploadStore(temporaryFolder(), 'local').clearIncoming(() => {
      throw new Error('asked');
    });
  });
});
