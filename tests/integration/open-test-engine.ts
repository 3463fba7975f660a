import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EngineEvent, FileReport, IngestReport, RequestOf, Results, RouteName } from '@shared/contract';
import type { ErrorReport } from '@shared/errors';
import { saidRemark } from '@shared/words/said';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Engine, openEngine } from '../../electron/engine/engine';
import { quietNativeLogs } from '../../electron/engine/host-options';
import type { EngineOptions } from '../../electron/engine/options';
import { quotingLimits } from '../quoting-limits';
import { configHome, project } from './cli/vitrine-command';
import { beside, testOptions } from './test-options';

quietNativeLogs(process.env);

export { beside, configHome, project, testOptions };

type Prepare = (test: TestEngine) => unknown;

/** A real engine on a library in a temporary folder, with the bundled model, and files to feed it. */
export class TestEngine {
  readonly events: EngineEvent[] = [];
  folder = '';
  options: EngineOptions = testOptions('');
  private opened: Engine | null = null;
  private isQuoting = false;

  private constructor(private readonly changes: Partial<EngineOptions>) {}

  static async open(changes: Partial<EngineOptions> = {}): Promise<TestEngine> {
    const test = new TestEngine(changes);
    await test.begin();
    return test;
  }

  /** For all tests of a file or a describe: opened and made ready before them, closed after them. */
  static shared(prepare: Prepare = () => {}, changes: Partial<EngineOptions> = {}): TestEngine {
    const test = new TestEngine(changes);
    // A command that is built first takes its time.
    beforeAll(() => test.begin(prepare), 180_000);
    afterAll(() => test.close());
    return test;
  }

  /** For each test of a file or a describe a library of its own. */
  static each(prepare: Prepare = () => {}, changes: Partial<EngineOptions> = {}): TestEngine {
    const test = new TestEngine(changes);
    beforeEach(() => test.begin(prepare));
    afterEach(() => test.close());
    return test;
  }

  private async begin(prepare: Prepare = () => {}): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'vitrine-integration-'));
    this.options = testOptions(join(this.folder, 'library'), this.changes);
    this.events.length = 0;
    await this.start(this.options);
    if (this.isQuoting) await this.ask('limits.set', { values: quotingLimits });
    await prepare(this);
  }

  /** Quotations of the coming libraries are called answers, also where they are right too seldom for that. */
  quoting(): this {
    this.isQuoting = true;
    return this;
  }

  get engine(): Engine {
    if (!this.opened) throw new Error('The engine is not open yet.');
    return this.opened;
  }

  private async start(options: EngineOptions): Promise<void> {
    this.opened = await openEngine(options);
    this.opened.subscribe((event) => this.events.push(event));
  }

  get library(): string {
    return this.options.libraryFolder;
  }

  /** A path of a file outside the library. */
  path(name: string): string {
    return join(this.folder, 'files', name);
  }

  /** Writes a file outside the library and returns its path. */
  async file(name: string, content: string | Uint8Array): Promise<string> {
    const path = this.path(name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }

  /** Gives the library a file of configuration of its own, which a person allows on this computer. */
  async ownConfig(name: string, content: object | string): Promise<void> {
    const file = join(this.library, 'config', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    const { waiting } = await this.ask('settings.get', {});
    const uses = waiting.flatMap(({ use, value }) => (use === 'ownConfig' ? [{ use, value }] : []));
    if (uses.length > 0) await this.ask('settings.allow', { uses, allow: true });
  }

  /**
   * The data of a request that must succeed. Hosts hand requests over one event at a time; a test that asks again and
   * again does too, or an answer that is kept would never let the engine do anything else.
   */
  async ask<R extends RouteName>(route: R, input: RequestOf<R>, requestId?: string): Promise<Results[R]> {
    const result = await this.engine.request(route, input, requestId ? { requestId } : {});
    await new Promise(setImmediate);
    if (result.ok) return result.data;
    throw new Error(`${route}: ${result.error.code}: ${result.error.message}`);
  }

  /** The error of a request that must fail. */
  async refusal<R extends RouteName>(route: R, input: RequestOf<R>): Promise<ErrorReport> {
    const result = await this.engine.request(route, input);
    if (!result.ok) return result.error;
    throw new Error(`${route} was expected to fail`);
  }

  ingest(...paths: string[]): Promise<IngestReport> {
    return this.ask('ingest.run', { paths });
  }

  /** Texts that a search finds, best first. */
  async found(query: string, more: Omit<RequestOf<'search.run'>, 'query'> = {}): Promise<string[]> {
    return (await this.ask('search.run', { query, mode: 'keyword', ...more })).results.map((hit) => hit.text);
  }

  /** Checks that are not well, of index against catalogue too. */
  async unwell(): Promise<string[]> {
    const { health } = await this.ask('app.status', { check: true });
    return health.filter(({ ok, code }) => !ok && code !== 'repair').map(saidRemark);
  }

  async reopen(changes: Partial<EngineOptions> = {}): Promise<void> {
    await this.engine.close();
    await this.start({ ...this.options, ...changes });
  }

  async close(): Promise<void> {
    await this.opened?.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A report's statuses by file name: `{ 'a.md': 'indexed', 'b.pdf': 'failed: encrypted' }`. */
export function statuses({ files }: IngestReport): Record<string, string> {
  const shown = ({ status, error }: FileReport) => (error ? `${status}: ${error.code}` : status);
  return Object.fromEntries(files.map((file) => [file.path.split('/').at(-1) ?? '', shown(file)]));
}

/** A document of the fixtures. */
export const fixture = (name: string): string => join(project, 'tests', 'fixtures', 'documents', name);
