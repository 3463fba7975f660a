import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLog } from '../../../electron/engine/engine-log';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-log-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('the log of the engine', () => {
  it('is a line of JSON for each event, with its request, at the end of what is there', () => {
    const file = join(folder, 'logs', 'vitrine.log');
    for (const requestId of ['first', 'second']) {
      const log = openLog(file);
      log.write(requestId, 'library.list', { ok: true, ms: 3 });
      log.close();
    }
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      ['first', 'second'].map((requestId) => ({
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        requestId,
        event: 'library.list',
        ok: true,
        ms: 3,
      })),
    );
  });

  it('is silent after it was closed, and may be closed twice', () => {
    const file = join(folder, 'vitrine.log');
    const log = openLog(file);
    log.close();
    log.close();
    log.write('late', 'library.list');
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('says once that it cannot be written, and stops nobody', () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    writeFileSync(join(folder, 'file'), '');
    const log = openLog(join(folder, 'file', 'vitrine.log'));
    log.write('request', 'library.list');
    log.write('request', 'library.list');
    log.close();
    expect(said).toHaveBeenCalledTimes(1);
  });
});
