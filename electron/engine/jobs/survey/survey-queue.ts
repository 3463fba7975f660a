import { setImmediate as breath } from 'node:timers/promises';
import type { Answer, EngineEvent, ParsedRequestOf, Survey, SurveyEstimate, SurveyState } from '@shared/contract';
import { type ErrorReport, reportOf, VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { TaskAgent, TaskName } from '@shared/prompt/agent-config';
import { pause, raceTimeout, SerialQueue } from '../../async';
import type { ChatModel } from '../../models';
import type { Retriever } from '../../retrieval';
import type { Library, StoredDocument, StoredSurvey, SurveyReply } from '../../store';
import type { ChatCosts } from '../models/model-costs';
import type { SurveyReading } from './read-document';

export interface SurveyParts {
  readonly library: Library;
  readonly costs: ChatCosts;
  limits(): Promise<PipelineLimits>;
  task(name: TaskName): Promise<TaskAgent>;
  retriever(): Promise<Retriever>;
  /** Errors: those of a model that cannot be had. */
  openModel(name: string, requestId: string, signal: AbortSignal): Promise<ChatModel>;
  keepsFigures(): boolean;
  emit(event: EngineEvent): void;
  log(what: string, facts: object): void;
}

interface Current {
  readonly stopper: AbortController;
  readonly over: Promise<void>;
  /** Resolved when the model could not be had for the first time. */
  readonly stalled: Promise<void>;
  stall(): void;
  wanted: Extract<SurveyState, 'paused' | 'interrupted'>;
  state: Extract<SurveyState, 'running' | 'waiting'>;
  error: ErrorReport | null;
  msLeft: number | null;
  progress: StoredSurvey['progress'];
}

const msBetweenEvents = 500;
const msBetweenTries = 15_000;

/** Asks a model the same of every document and combines its notes. Stores each note: a stopped survey continues. */
export class SurveyQueue {
  readonly #current = new Map<string, Current>();
  readonly #turns = new SerialQueue();
  #closed = false;

  constructor(
    private readonly parts: SurveyParts,
    private readonly triesAgainAfterMs = msBetweenTries,
  ) {}

  list(): Survey[] {
    return this.parts.library.surveys.list().map((survey) => this.#told(survey));
  }

  get(surveyId: string): Survey {
    return this.#told(this.parts.library.surveys.get(surveyId));
  }

  #told({ surveyId, createdAt, asked, answer, ...stored }: StoredSurvey): Survey {
    const { question, model, reading } = asked;
    const current = this.#current.get(surveyId);
    const goes = stored.state === 'running' || stored.state === 'waiting';
    const unheld = goes && !current && this.parts.library.writable;
    const { state, error, msLeft, progress } = current ?? { ...stored, msLeft: null };
    const told = { surveyId, question, model, reading, createdAt, error, msLeft, answer };
    return { ...told, ...progress, state: unheld ? 'interrupted' : state };
  }

  #documents({ scope, filters }: Pick<StoredSurvey['asked'], 'scope' | 'filters'>): StoredDocument[] {
    return this.parts.library.documents
      .list({ ...(scope && { scope }), ...(filters && { filters }) })
      .filter(({ state, contentId }) => state === 'ready' && contentId !== null);
  }

  /** @param measure whether an untimed model is asked once. Errors: those of an unavailable model. */
  async estimate(
    asked: StoredSurvey['asked'],
    measure: boolean,
    requestId: string,
    signal: AbortSignal,
  ): Promise<SurveyEstimate> {
    const { library, costs, limits, task, openModel } = this.parts;
    const { estimated, timedOnce } = await import('./estimate');
    const [reader, writer] = await Promise.all([task('Survey_Reader'), task('Survey_Writer')]);
    const model = await openModel(asked.model, requestId, signal);
    const documents = this.#documents(asked);
    const estimating = { library, asked, documents, agents: { reader, writer }, limits: await limits(), model, signal };
    if (measure && costs.of(model.id) === null) await timedOnce(estimating);
    return estimated({ ...estimating, cost: costs.of(model.id) });
  }

  /** Errors: `library-locked`. */
  start(asked: StoredSurvey['asked'], conversationId: string, requestId: string): Survey {
    const { library } = this.parts;
    library.assertWritable();
    const surveyId = library.newId('survey');
    const progress = { phase: 'reading', done: 0, total: this.#documents(asked).length, calls: 0 } as const;
    const createdAt = new Date().toISOString();
    library.surveys.add({ surveyId, createdAt, asked, conversationId, state: 'running', progress });
    this.#run(surveyId, requestId);
    return this.get(surveyId);
  }

  resume(surveyId: string, requestId = ''): void {
    const { library } = this.parts;
    library.assertWritable();
    if (this.#closed || this.#current.has(surveyId) || library.surveys.get(surveyId).state === 'done') return;
    this.#run(surveyId, requestId);
  }

  async over(surveyId: string, signal: AbortSignal): Promise<void> {
    const current = this.#current.get(surveyId);
    if (current) await raceTimeout(Promise.race([current.over, current.stalled]), 0, signal);
  }

  /** Errors: `library-locked`, `survey-not-found`. */
  async pause(surveyId: string): Promise<void> {
    this.parts.library.assertWritable();
    this.parts.library.surveys.get(surveyId);
    await this.#end(surveyId, 'paused');
  }

  /** Errors: `library-locked`, `survey-not-found`. */
  async remove(surveyId: string): Promise<void> {
    const { library } = this.parts;
    library.assertWritable();
    library.surveys.get(surveyId);
    await this.#end(surveyId, 'paused');
    library.forGood(() => library.surveys.remove(surveyId));
  }

  resumeInterrupted(): void {
    for (const { surveyId, state } of this.list()) if (state === 'interrupted') this.resume(surveyId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#current.keys()].map((surveyId) => this.#end(surveyId, 'interrupted')));
  }

  async #end(surveyId: string, wanted: Current['wanted']): Promise<void> {
    const current = this.#current.get(surveyId);
    if (!current) return;
    current.wanted = wanted;
    current.stopper.abort();
    await current.over;
  }

  #run(surveyId: string, requestId: string): void {
    const stopper = new AbortController();
    const progress = { ...this.parts.library.surveys.get(surveyId).progress, calls: 0 };
    let stall = (): void => {};
    const stalled = new Promise<void>((resolve) => {
      stall = resolve;
    });
    const over = this.#turns
      .run(() => this.#work(surveyId, requestId, stopper.signal), stopper.signal)
      .catch((error: unknown) => this.#failed(surveyId, error, stopper.signal))
      .finally(() => this.#ended(surveyId, requestId));
    const begun = { stopper, over, stalled, stall, wanted: 'paused', state: 'running', error: null } as const;
    this.#current.set(surveyId, { ...begun, msLeft: null, progress });
    this.#tell(surveyId, requestId);
  }

  /** An error that no next try can mend stops it, and is shown; it can be continued. */
  #failed(surveyId: string, error: unknown, { aborted }: AbortSignal): void {
    const current = this.#current.get(surveyId);
    if (aborted || !current) return;
    current.error = reportOf(error);
    this.parts.log('survey.run', { surveyId, ...current.error });
  }

  #ended(surveyId: string, requestId: string): void {
    const current = this.#current.get(surveyId);
    this.#current.delete(surveyId);
    const { surveys } = this.parts.library;
    try {
      const stored = surveys.find(surveyId);
      if (!stored || !current) return;
      const state = stored.state === 'done' ? stored.state : current.wanted;
      surveys.setState(surveyId, state, current.error, current.progress);
      this.parts.emit({ type: 'survey.progress', requestId, survey: this.get(surveyId) });
    } catch (error) {
      // The disk is full, or the library closed: finished notes are stored.
      this.parts.log('survey.end', { surveyId, ...reportOf(error) });
    }
  }

  #tell(surveyId: string, requestId: string): void {
    const current = this.#current.get(surveyId);
    const stored = this.parts.library.surveys.find(surveyId);
    if (!current || !stored) return;
    const { state, error, progress } = current;
    this.parts.library.surveys.setState(surveyId, state, error, progress);
    this.parts.emit({ type: 'survey.progress', requestId, survey: this.#told({ ...stored, state }) });
  }

  async #work(surveyId: string, requestId: string, signal: AbortSignal): Promise<void> {
    const { library, limits, task, retriever, openModel } = this.parts;
    const started = performance.now();
    const survey = library.surveys.get(surveyId);
    const [reader, writer] = await Promise.all([task('Survey_Reader'), task('Survey_Writer')]);
    let opened: Promise<ChatModel> | null = null;
    const reading: SurveyReading = {
      library,
      retriever,
      survey,
      agent: reader,
      limits: await limits(),
      model: async () => {
        opened ??= openModel(survey.asked.model, requestId, signal);
        try {
          return await opened;
        } catch (error) {
          // Opened again by the next try.
          opened = null;
          throw error;
        }
      },
      signal,
    };
    const read = await this.#readAll(reading, requestId);
    const current = this.#current.get(surveyId);
    if (!current) return;
    const total = read.replies.length + read.failed;
    current.progress = { ...current.progress, phase: 'writing', done: read.replies.length, total };
    current.msLeft = null;
    this.#tell(surveyId, requestId);
    const { surveyAnswer } = await import('./write-answer');
    const writing = { ...reading, agent: writer, surveys: library.surveys, onAsked: () => this.#called(surveyId) };
    const write = () => surveyAnswer(writing, read);
    const said = await this.#untilHad(surveyId, requestId, signal, write);
    // Gone with its conversation while it was written.
    if (!library.surveys.find(surveyId)) return;
    const { conversations } = library;
    const { conversationId } = survey;
    const before = conversations.has(conversationId) ? conversations.upTo(conversationId, undefined).at(-1) : undefined;
    const ms = performance.now() - started;
    const { question, scope, filters } = survey.asked;
    const answer: Answer = {
      ...said,
      messageId: library.newId('msg'),
      requestId,
      conversationId,
      question,
      suggestions: [],
      runId: null,
      ...(scope && { scope }),
      ...(filters && { filters }),
      timings: { total: ms, stages: {}, answer: ms },
      createdAt: new Date().toISOString(),
    };
    conversations.record(answer, requestId, before?.messageId ?? null, this.parts.keepsFigures());
    library.surveys.setAnswered(surveyId, answer.messageId);
  }

  async #readAll(reading: SurveyReading, requestId: string) {
    const { survey, signal } = reading;
    const { surveyId } = survey;
    const { surveyDocument, CallFailure } = await import('./read-document');
    const documents = this.#documents(survey.asked);
    const replies: { document: StoredDocument; replies: readonly SurveyReply[] }[] = [];
    let failed = 0;
    let told = 0;
    let readMs = 0;
    let readNow = 0;
    for (const document of documents) {
      const current = this.#current.get(surveyId);
      if (!current) break;
      const before = current.progress.calls;
      const began = performance.now();
      try {
        const read = () => surveyDocument(reading, document, () => this.#called(surveyId));
        replies.push({ document, replies: await this.#untilHad(surveyId, requestId, signal, read) });
      } catch (error) {
        signal.throwIfAborted();
        const { code } = reportOf(error);
        if (!(error instanceof CallFailure) && code !== 'document-not-found') throw error;
        this.parts.log('survey.read', { surveyId, documentId: document.documentId, said: String(error) });
        failed += 1;
      }
      if (current.progress.calls > before) {
        readMs += performance.now() - began;
        readNow += 1;
      }
      const done = replies.length + failed;
      current.progress = { ...current.progress, phase: 'reading', done, total: documents.length };
      current.msLeft = readNow > 0 ? Math.round((readMs / readNow) * (documents.length - done)) : null;
      if (performance.now() - told > msBetweenEvents) {
        told = performance.now();
        this.#tell(surveyId, requestId);
      }
      await breath();
      signal.throwIfAborted();
    }
    return { replies, failed };
  }

  #called(surveyId: string): void {
    const current = this.#current.get(surveyId);
    if (current) current.progress = { ...current.progress, calls: current.progress.calls + 1 };
  }

  /** Does it again for as long as the model cannot be had. Errors: all others of the work. */
  async #untilHad<T>(surveyId: string, requestId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await work();
        this.#had(surveyId, requestId, null);
        return result;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof VitrineError) || !mayPass.has(error.code)) throw error;
        this.#had(surveyId, requestId, error.report());
        await pause(this.triesAgainAfterMs, signal);
        signal.throwIfAborted();
      }
    }
  }

  #had(surveyId: string, requestId: string, error: ErrorReport | null): void {
    const current = this.#current.get(surveyId);
    if (!current || (error === null && current.state === 'running')) return;
    current.state = error ? 'waiting' : 'running';
    current.error = error;
    if (error) current.stall();
    this.#tell(surveyId, requestId);
  }
}

/** Errors of a model that may be had later without anybody doing something here. */
const mayPass: ReadonlySet<string> = new Set(['model-unreachable', 'rate-limited', 'model-timeout', 'offline']);

export const askedBy = (
  { question, reading = 'best', scope, filters }: ParsedRequestOf<'survey.estimate'>,
  model: string,
): StoredSurvey['asked'] => ({ question, model, reading, ...(scope && { scope }), ...(filters && { filters }) });
