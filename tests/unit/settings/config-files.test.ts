import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { ParsedFiles } from '../../../electron/engine/settings/config-files';
import { temporaryFolder } from '../../temporary-folder';

let folder = '';
let parsed = 0;
let files: ParsedFiles;

beforeEach(async () => {
  folder = temporaryFolder();
  parsed = 0;
  files = new ParsedFiles();
});

const place = () => join(folder, 'a.json');
const read = (optional = false) =>
  files.read(place(), 'config-invalid', optional, (text) => {
    parsed += 1;
    return JSON.parse(text) as { value: number[] };
  });

describe('a small file of configuration', () => {
  it('is parsed once while it stays as it is, and is frozen throughout', async () => {
    await writeFile(place(), '{"value": [1]}');
    // A file counts as resting two seconds after its last change: there is nothing to wait for but the clock.
    await sleep(2100);
    const first = await read();
    expect(await read()).toBe(first);
    expect(parsed).toBe(1);
    expect(() => first?.value.push(2)).toThrow(TypeError);
  });

  it('is read again at once after a change, also with the same size, an old time, within one moment', async () => {
    const old = new Date('2020-01-01');
    for (const value of [1, 2, 3, 4, 5]) {
      await writeFile(place(), `{"value": [${value}]}`);
      await utimes(place(), old, old);
      expect(await read()).toEqual({ value: [value] });
    }
  });

  it('may be missing where it is optional, come, and go', async () => {
    expect(await read(true)).toBeNull();
    await writeFile(place(), '{"value": []}');
    expect(await read(true)).toEqual({ value: [] });
    await rm(place());
    expect(await read(true)).toBeNull();
    await expect(read()).rejects.toMatchObject({ code: 'config-invalid', details: { file: place() } });
  });
});
