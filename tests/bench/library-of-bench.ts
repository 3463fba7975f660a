import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import limitsFile from '../../config/pipeline_limits.json';
import { type Engine, openEngine } from '../../electron/engine/engine';
import { engineOptions } from '../../electron/engine/host-options';
import type { Answer, RequestOf, Run } from '../../shared/contract';
import { must, repository } from './benchmark-page';

/** A question's answer, with the words as the model wrote them before its markers were checked, and its run. */
export interface Asked {
  readonly answer: Answer;
  readonly written: string;
  readonly run: Run | null;
}

/** An engine on a new library whose answers have at most `maxTokens`; all other limits are the shipped ones. */
export class BenchLibrary {
  private written = '';

  private constructor(
    private readonly folder: string,
    readonly engine: Engine,
    readonly ollamaHost: string,
  ) {
    engine.subscribe((event) => {
      if (event.type === 'chat.token') this.written += event.token;
    });
  }

  static async open(maxTokens: number): Promise<BenchLibrary> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-answers-'));
    const libraryFolder = join(folder, 'library');
    await mkdir(join(libraryFolder, 'config'), { recursive: true });
    const limits = { ...limitsFile, answer: { ...limitsFile.answer, maxTokens } };
    await writeFile(join(libraryFolder, 'config', 'pipeline_limits.json'), JSON.stringify(limits));
    const options = engineOptions(process.env, { appFolder: repository, libraryFolder });
    return new BenchLibrary(folder, await openEngine({ ...options, logFile: null }), options.ollamaHost);
  }

  /** Writes texts as files and takes them in. */
  async ingest(texts: ReadonlyMap<string, string>, collection?: string): Promise<void> {
    const source = join(this.folder, 'source', collection ?? 'all');
    await mkdir(source, { recursive: true });
    for (const [name, text] of texts) await writeFile(join(source, name), text);
    await must(this.engine.request('ingest.run', { paths: [source], ...(collection ? { collection } : {}) }));
  }

  async ask(request: RequestOf<'chat.ask'>): Promise<Asked> {
    this.written = '';
    const answer = await must(this.engine.request('chat.ask', request));
    const run = answer.runId ? await must(this.engine.request('run.get', { runId: answer.runId })) : null;
    // What was said must not be among what the next question finds, nor fill the disk.
    await must(this.engine.request('chat.delete', { conversationId: answer.conversationId }));
    if (answer.runId) await must(this.engine.request('run.delete', { runIds: [answer.runId] }));
    return { answer, written: this.written, run };
  }

  async close(): Promise<void> {
    await this.engine.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
