import { cpSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstScreenRoutes } from '@shared/contract/first-screen-routes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEngine } from '../../../electron/engine/engine';
import { readKeptAnswers } from '../../../electron/engine/first-screen-file';
import { TestEngine, testOptions } from '../open-test-engine';

/** Seconds of rest, and some for a busy machine. */
const rested = { timeout: 20_000, interval: 100 };

let vitrine: TestEngine;

const file = (): string => join(vitrine.library, 'first-screen.json');
const kept = () => readKeptAnswers(vitrine.options);
const titles = (): string[] =>
  (JSON.parse(kept()?.texts.get('library.list') ?? '[]') as { title: string }[]).map(({ title }) => title).sort();
/** As the command line opens it: it keeps nothing, and takes away what is no longer true. */
const elsewhere = () => openEngine(testOptions(vitrine.library));

beforeEach(async () => {
  vitrine = await TestEngine.open({ keepsFirstScreen: true });
  await vitrine.ingest(await vitrine.file('square.txt', 'The square lies in the north.'));
  await vitrine.ingest(await vitrine.file('secret-plan.txt', 'The plan lies in the south.'));
});
afterEach(() => vitrine.close());

describe('the kept first screen', () => {
  it('holds what the engine answers, when the library is closed and opened again', async () => {
    await vitrine.engine.close();
    const found = kept();
    await vitrine.reopen();
    for (const route of firstScreenRoutes) {
      expect(JSON.parse(found?.texts.get(route) ?? 'null')).toEqual(await vitrine.ask(route, {}));
    }
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('is there when the library has come to rest: a process that is killed then leaves it', async () => {
    await expect.poll(titles, rested).toEqual(['secret-plan', 'square']);
    await vitrine.ingest(await vitrine.file('river.txt', 'The river runs to the sea.'));
    // A process that is killed now leaves what the next start does not believe.
    expect(kept()).toBeNull();
    await expect.poll(titles, rested).toEqual(['river', 'secret-plan', 'square']);
  });

  it('goes with the first change: the title of a deleted document stays nowhere', async () => {
    await vitrine.reopen({ keepsFirstScreen: true });
    expect(readFileSync(file(), 'utf8')).toContain('secret-plan');
    const [secret] = (await vitrine.ask('library.list', {})).filter(({ title }) => title === 'secret-plan');
    await vitrine.ask('library.delete', { documentIds: [secret?.documentId ?? ''] });
    expect(existsSync(file())).toBe(false);
    await vitrine.engine.close();
    expect(titles()).toEqual(['square']);
    expect(readFileSync(file(), 'utf8')).not.toContain('"title":"secret-plan"');
  });

  it('goes with a change by the command line, which keeps none of its own', async () => {
    await vitrine.engine.close();
    const other = await elsewhere();
    await other.request('collections.create', { name: 'New' });
    expect(existsSync(file())).toBe(false);
    await other.close();
    expect(kept()).toBeNull();
  });

  it('goes with a change of the settings', async () => {
    await vitrine.reopen({ keepsFirstScreen: true });
    await vitrine.ask('settings.set', { values: { 'appearance.language': 'de' } });
    expect(existsSync(file())).toBe(false);
    await vitrine.engine.close();
    expect(kept()?.texts.get('settings.get')).toContain('"value":"de"');
  });

  it('is not believed in any doubt', async () => {
    await vitrine.engine.close();
    const whole = readFileSync(file(), 'utf8');
    expect(kept()).not.toBeNull();
    for (const damaged of [
      '',
      '{',
      whole.slice(0, -1),
      whole.replace('square', 'sphere'),
      whole.replace(/\n.*/u, '\n'),
    ]) {
      writeFileSync(file(), damaged);
      expect(kept()).toBeNull();
    }
    writeFileSync(file(), whole);
    expect(kept()).not.toBeNull();
    // Another version of the app, another server.
    expect(readKeptAnswers({ ...vitrine.options, version: '9.9.9' })).toBeNull();
    expect(readKeptAnswers({ ...vitrine.options, ollamaHost: 'http://127.0.0.1:10' })).toBeNull();
    // A copy of the folder, times and all.
    const copy = join(vitrine.folder, 'copy');
    cpSync(vitrine.library, copy, { recursive: true, preserveTimestamps: true });
    expect(readKeptAnswers({ ...vitrine.options, libraryFolder: copy })).toBeNull();
    // A settings file that somebody has written by hand, and a catalogue that was put back.
    writeFileSync(join(vitrine.library, 'settings.json'), '{"appearance.language":"de"}');
    expect(kept()).toBeNull();
    await vitrine.reopen({ keepsFirstScreen: true });
    await vitrine.engine.close();
    expect(kept()).not.toBeNull();
    utimesSync(join(vitrine.library, 'catalogue.db'), 1, 1);
    expect(kept()).toBeNull();
  });

  it('is not believed while another process has the library open for changes', async () => {
    await vitrine.engine.close();
    const other = await elsewhere();
    expect(kept()).toBeNull();
    await other.close();
  });

  it('is not written where it cannot be, and nothing fails for that', async () => {
    mkdirSync(`${file()}.part`);
    await vitrine.reopen({ keepsFirstScreen: true });
    expect(existsSync(file())).toBe(false);
    expect(await vitrine.ask('library.list', {})).toHaveLength(2);
  });

  it('is not written while an ingest is not over', async () => {
    const path = await vitrine.file('later.txt', 'Later.');
    const { jobId } = await vitrine.ask('ingest.enqueue', { paths: [path] });
    await vitrine.ask('ingest.pause', { jobId });
    const { jobs } = await vitrine.ask('ingest.jobs', {});
    expect(jobs.map(({ state }) => state)).toContain('paused');
    await vitrine.engine.close();
    expect(kept()).toBeNull();
  });

  it('is no part of a backup', async () => {
    await vitrine.reopen({ keepsFirstScreen: true });
    expect(existsSync(file())).toBe(true);
    const path = join(vitrine.folder, 'library.vitrine');
    await vitrine.ask('library.backup', { path, replace: false });
    // Names stand in a zip file as they are.
    const packed = readFileSync(path);
    expect(packed.includes('catalogue.db')).toBe(true);
    expect(packed.includes('first-screen')).toBe(false);
  });

  it('is told to be old where the window shows something else than the engine says', async () => {
    await vitrine.engine.close();
    const checksum = kept()?.checksum ?? '';
    const seen = (): string[] => vitrine.events.map(({ type }) => type).filter((type) => type === 'engine.up');
    await vitrine.reopen({ keepsFirstScreen: true, shownFirstScreen: checksum });
    await expect.poll(kept, rested).not.toBeNull();
    expect(seen()).toEqual([]);
    await vitrine.reopen({ keepsFirstScreen: true, shownFirstScreen: 'another' });
    await expect.poll(seen, rested).toEqual(['engine.up']);
  });
});
