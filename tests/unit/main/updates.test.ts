import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FirstStarts, served } from '../../../electron/main/updates';
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
