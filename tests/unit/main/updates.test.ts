import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FirstStarts, replaceAppImage, served } from '../../../electron/main/updates';
import { temporaryFolder } from '../../temporary-folder';

describe('the first starts of a new version', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'Vitrine.AppImage');
  const install = (): FirstStarts => {
    writeFileSync(program, 'old');
    const starts = new FirstStarts(join(folder, 'updates'));
    starts.prepare('2.0.0', program);
    writeFileSync(program, 'new');
    return starts;
  };

  it('bring the old one back after two that failed', () => {
    const starts = install();
    expect(starts.begin('2.0.0')).toBeNull();
    expect(starts.begin('2.0.0')).toBeNull();
    expect(starts.begin('2.0.0')).toBe(program);
    expect(readFileSync(program, 'utf8')).toBe('old');
    expect(starts.begin('1.0.0')).toBeNull();
  });

  it('leave the new one where the old one cannot be put back: there is always a program', () => {
    const starts = install();
    starts.begin('2.0.0');
    starts.begin('2.0.0');
    const copy = join(folder, 'updates', 'starting.json.previous');
    rmSync(copy);
    // It is there, and cannot be copied.
    mkdirSync(copy);
    const { error } = console;
    console.error = () => undefined;
    try {
      expect(starts.begin('2.0.0')).toBeNull();
    } finally {
      console.error = error;
      rmSync(copy, { recursive: true });
    }
    expect(readFileSync(program, 'utf8')).toBe('new');
    expect(readdirSync(folder).sort()).toEqual(['Vitrine.AppImage', 'updates']);
  });

  it('are over when one has come up', () => {
    const starts = install();
    expect(starts.begin('2.0.0')).toBeNull();
    starts.up();
    for (let time = 0; time < 5; time += 1) expect(starts.begin('2.0.0')).toBeNull();
    expect(readFileSync(program, 'utf8')).toBe('new');
    expect(existsSync(join(folder, 'updates', 'starting.json.previous'))).toBe(false);
  });

  it('go back from nothing where no copy could be kept', () => {
    const starts = new FirstStarts(join(folder, 'other'));
    starts.prepare('2.0.0', null);
    for (let time = 0; time < 5; time += 1) expect(starts.begin('2.0.0')).toBeNull();
  });
});

describe('an AppImage', () => {
  const sha512 = createHash('sha512').update('version 2').digest('base64');

  it('is replaced by the checked file, and by nothing else', async () => {
    const folder = temporaryFolder();
    const [program, file] = [join(folder, 'Vitrine.AppImage'), join(folder, 'download')];
    writeFileSync(program, 'version 1');
    writeFileSync(file, 'changed later');
    const starts = new FirstStarts(join(folder, 'updates'));
    const update = { version: '2.0.0', file, bytes: 9, sha512 };
    await expect(replaceAppImage(update, starts, program)).rejects.toThrow(/changed/);
    expect(readFileSync(program, 'utf8')).toBe('version 1');
    writeFileSync(file, 'version 2');
    await replaceAppImage(update, starts, program);
    expect(readFileSync(program, 'utf8')).toBe('version 2');
    expect(readdirSync(folder).sort()).toEqual(['Vitrine.AppImage', 'download', 'updates']);
    for (const started of [null, null, program]) expect(starts.begin('2.0.0')).toBe(started);
    expect(readFileSync(program, 'utf8')).toBe('version 1');
  });
});

describe('what electron-updater is given', () => {
  it('is the one file that was checked, and what the generic provider reads of it', async () => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'Vitrine-2.0.0-linux-x64.AppImage');
    writeFileSync(file, 'bytes');
    const { url, close } = await served({ version: '2.0.0', file, bytes: 5, sha512: 'sum' });
    const info = await (await fetch(`${url}/latest-linux.yml`)).json();
    expect(info).toMatchObject({ version: '2.0.0', files: [{ sha512: 'sum', size: 5 }] });
    expect(await (await fetch(`${url}/${info.files[0].url}`)).text()).toBe('bytes');
    expect((await fetch(`${url}/../../etc/passwd`)).status).toBe(404);
    close();
  });
});
