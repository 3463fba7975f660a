import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import limitsFile from '../config/pipeline_limits.json';
import { type Engine, openEngine } from '../electron/engine/engine';
import { engineOptions } from '../electron/engine/host-options';
import type { Answer, RequestOf, Run } from '../shared/contract';
import { must, repository } from './benchmark-page';

/** A question's answer, with the words as the model wrote them before its markers were checked, and its run. */
export interface Asked {
  readonly answer: Answer;
  readonly written: string;
  readonly run: Run | null;
}

/** Where a bench asks for something else than the shipped limits. */
export interface BenchLimits {
  /** Most tokens of an answer. */
  readonly answerTokens: number;
  /** Most tokens of a prompt; null for the shipped limit. */
  readonly promptTokens: number | null;
  /** Embedding model; the bundled one where absent. */
  readonly model?: string | undefined;
  /** False where every question is answered with what was found, however little. */
  readonly refuses?: boolean | undefined;
}

/** A part of the prompt's budget that its condensed context may take. */
const contextShare = 0.2;

/** The limits of a bench in words, for its section of the page. */
export const wordsOf = ({ answerTokens, promptTokens }: BenchLimits): string => {
  const prompt = promptTokens === null ? '' : `prompts of at most ${promptTokens} tokens, `;
  return `${prompt}answers of at most ${answerTokens} tokens, all other limits as shipped`;
};

/** An engine on a new library with a bench's limits. */
export class BenchLibrary {
  private written = '';

  private constructor(
    private readonly folder: string,
    readonly engine: Engine,
  ) {
    engine.subscribe((event) => {
      if (event.type === 'chat.token') this.written += event.token;
    });
  }

  /** @param ollamaHost in the place of OLLAMA_HOST */
  static async open(
    { answerTokens, promptTokens, model, refuses }: BenchLimits,
    ollamaHost?: string,
  ): Promise<BenchLibrary> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-answers-'));
    const libraryFolder = join(folder, 'library');
    await mkdir(join(libraryFolder, 'config'), { recursive: true });
    const { answer, build, condense, retrieval } = limitsFile;
    const limits = {
      ...limitsFile,
      answer: {
        ...answer,
        maxTokens: answerTokens,
        ...(refuses === false ? { bands: { high: 0, medium: 0, low: 0 } } : {}),
      },
      ...(refuses === false
        ? { retrieval: { ...retrieval, thresholds: { ...retrieval.thresholds, weighted: 0, relevance: 0 } } }
        : {}),
      ...(promptTokens === null
        ? {}
        : {
            build: { ...build, tokenBudget: promptTokens },
            condense: { ...condense, tokenBudget: Math.round(promptTokens * contextShare) },
          }),
    };
    await writeFile(join(libraryFolder, 'config', 'pipeline_limits.json'), JSON.stringify(limits));
    const host = ollamaHost === undefined ? {} : { OLLAMA_HOST: ollamaHost };
    const options = engineOptions({ ...process.env, ...host }, { appFolder: repository, libraryFolder });
    const library = new BenchLibrary(folder, await openEngine({ ...options, logFile: null }));
    const { waiting } = await must(library.engine.request('settings.get', {}));
    const uses = waiting.map(({ use, value }) => ({ use, value }));
    await must(library.engine.request('settings.allow', { uses, allow: true }));
    if (model !== undefined) await must(library.engine.request('models.use', { model }));
    return library;
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
