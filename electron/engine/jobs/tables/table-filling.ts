import { setImmediate as breath } from 'node:timers/promises';
import type { CellItem, EngineEvent, FillingState, TableCell, TableColumn, TableProgress } from '@shared/contract';
import { type ErrorReport, reportOf } from '@shared/errors';
import { raceTimeout, SerialQueue } from '../../async';
import type { ExtractionDocument } from '../../extraction';
import type { CellFinding, Library, NewCell, StoredRow, StoredTable } from '../../store';
import type { Proposing } from './propose-value';

export interface TableFillingParts {
  readonly library: Library;
  proposing(model: string, requestId: string, signal: AbortSignal): Promise<Proposing>;
  emit(event: EngineEvent): void;
  log(what: string, facts: object): void;
}

interface Current {
  readonly stopper: AbortController;
  readonly over: Promise<void>;
  wanted: Extract<FillingState, 'paused' | 'interrupted'>;
}

const msBetweenEvents = 500;
/** Cells are kept at the end of their document, and of a long one so often, ms. */
const msBetweenCommits = 500;
/** The library changes once a file during an ingest: tables follow when it has been quiet for this long, ms. */
const quietMs = 1500;
/** Until a filling was timed here: 200 contracts of some ten pages took 8 ms a cell. */
const msACellAtFirst = 10;
const paceKey = 'table-cell-ms';
const proposalPaceKey = 'table-proposal-ms';

/** Fills tables, one after the other. The catalogue knows the open cells: a stopped filling continues. */
export class TableFilling {
  readonly #current = new Map<string, Current>();
  readonly #turns = new SerialQueue();
  readonly #msLeft = new Map<string, number>();
  readonly #errors = new Map<string, ErrorReport>();
  #follows: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(private readonly parts: TableFillingParts) {}

  /** The state of the table: one that another process fills says so, an abandoned one is interrupted. */
  stateOf({ tableId, filling }: { readonly tableId: string; readonly filling: FillingState }): FillingState {
    if (filling !== 'running') return filling;
    return this.#current.has(tableId) || !this.parts.library.writable ? 'running' : 'interrupted';
  }

  progress(tableId: string): TableProgress {
    const { tables } = this.parts.library;
    const table = tables.get(tableId);
    const counts = this.counts(table, tables.rows(table));
    const [msLeft = null, error = null] = [this.#msLeft.get(tableId), this.#errors.get(tableId)];
    return { tableId, filling: this.stateOf(table), ...counts, msLeft, error, cells: [] };
  }

  counts(
    { tableId, columns, proposer }: StoredTable,
    rows: readonly StoredRow[],
  ): Pick<TableProgress, 'done' | 'total'> {
    const known = new Set(columns.map(({ columnId }) => columnId));
    let done = 0;
    for (const looked of this.parts.library.tables.upToDate(tableId, rows, proposer).values()) {
      for (const columnId of looked) if (known.has(columnId)) done += 1;
    }
    return { done, total: rows.length * columns.length };
  }

  /** The open cells, and the likely time by the pace of the last filling here. */
  estimate(tableId: string): { cells: number; documents: number; ms: number } {
    const { library } = this.parts;
    const { proposer } = library.tables.get(tableId);
    const missing = this.#missing(tableId, proposer);
    const count = (all: typeof missing) => all.reduce((sum, { columns }) => sum + columns.length, 0);
    const cells = count(missing);
    const unlooked = proposer === null ? cells : count(this.#missing(tableId, null));
    const pace = Number(library.setting(paceKey) ?? msACellAtFirst);
    // How many of the unvisited ones will need a model is unknown.
    const asking = (cells - unlooked) * Number(library.setting(proposalPaceKey) ?? 0);
    return { cells, documents: missing.length, ms: Math.round(unlooked * pace + asking) };
  }

  /** Begins, where it does not run yet; what could not be looked for before is tried again. Errors: `library-locked`, `table-not-found`. */
  fill(tableId: string, requestId = ''): void {
    const { library } = this.parts;
    library.assertWritable();
    library.tables.get(tableId);
    if (this.#current.has(tableId) || this.#closed) return;
    library.tables.forgetFailed(tableId);
    this.#errors.delete(tableId);
    library.tables.setFilling(tableId, 'running');
    const stopper = new AbortController();
    const over = this.#turns
      .run(() => this.#work(tableId, requestId, stopper.signal), stopper.signal)
      .catch((error: unknown) => {
        if (stopper.signal.aborted) return;
        this.#errors.set(tableId, reportOf(error));
        this.parts.log('table.fill', { tableId, ...reportOf(error) });
      })
      .finally(() => this.#ended(tableId, requestId, stopper.signal));
    this.#current.set(tableId, { stopper, over, wanted: 'paused' });
    this.#tell(tableId, requestId, []);
  }

  async over(tableId: string, signal: AbortSignal): Promise<void> {
    const current = this.#current.get(tableId);
    if (current) await raceTimeout(current.over, 0, signal);
  }

  async pause(tableId: string): Promise<void> {
    const { library } = this.parts;
    library.assertWritable();
    library.tables.get(tableId);
    await this.#end(tableId, 'paused');
  }

  /** Before a table goes or its columns become others. */
  async stop(tableId: string): Promise<boolean> {
    const was = this.#current.has(tableId);
    await this.#end(tableId, 'interrupted');
    return was;
  }

  async #end(tableId: string, wanted: Current['wanted']): Promise<void> {
    const current = this.#current.get(tableId);
    if (!current) return;
    current.wanted = wanted;
    current.stopper.abort();
    await current.over;
  }

  resumeInterrupted(): void {
    for (const table of this.parts.library.tables.list()) {
      if (this.stateOf(table) === 'interrupted') this.fill(table.tableId);
    }
  }

  /** Documents were added, changed or deleted: tables that were filled before are filled again where that leaves gaps. */
  libraryChanged(): void {
    if (this.#follows) clearTimeout(this.#follows);
    this.#follows = setTimeout(() => this.#follow(), quietMs).unref();
  }

  #follow(): void {
    const { library, log } = this.parts;
    if (this.#closed || !library.writable) return;
    try {
      library.tables.forgetUnknown();
      for (const { tableId, filling } of library.tables.list()) {
        const isFilled = filling === 'idle' && library.tables.hasFindings(tableId);
        if (isFilled && this.#missing(tableId, null).length > 0) this.fill(tableId);
      }
    } catch (error) {
      log('table.follow', { ...reportOf(error) });
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#follows) clearTimeout(this.#follows);
    await Promise.all([...this.#current.keys()].map((tableId) => this.#end(tableId, 'interrupted')));
  }

  /** @param proposer a model that has to have been asked where nothing was found; null for none */
  #missing(
    tableId: string,
    proposer: string | null,
  ): { readonly row: StoredRow; readonly columns: readonly TableColumn[] }[] {
    const { tables } = this.parts.library;
    const table = tables.get(tableId);
    const rows = tables.rows(table);
    const done = tables.upToDate(tableId, rows, proposer);
    return rows
      .map((row) => ({
        row,
        columns: table.columns.filter(({ columnId }) => !done.get(row.documentId)?.has(columnId)),
      }))
      .filter(({ columns }) => columns.length > 0);
  }

  async #work(tableId: string, requestId: string, signal: AbortSignal): Promise<void> {
    const { library } = this.parts;
    // Read with the first table: the first screen needs none of it.
    const { extract } = await import('../../extraction');
    const started = performance.now();
    let looked = 0;
    let told = started;
    let kept = started;
    let fresh: NewCell[] = [];
    let untold: NewCell[] = [];
    const keep = (): void => {
      library.tables.putCells(tableId, fresh);
      untold.push(...fresh);
      fresh = [];
      kept = performance.now();
    };
    // Documents may come and change during it: it ends when nothing is left.
    for (let missing = this.#missing(tableId, null); missing.length > 0; missing = this.#missing(tableId, null)) {
      const total = missing.reduce((sum, { columns }) => sum + columns.length, 0);
      let done = 0;
      for (const { row, columns } of missing) {
        const { documentId, contentId } = row;
        const findings = cellsOf(library, documentId, columns, extract);
        for (const { columnId, finding } of findings) {
          fresh.push({ documentId, columnId, contentId, ...finding });
          done += 1;
          looked += 1;
          if (performance.now() - kept > msBetweenCommits) keep();
          await breath();
          if (signal.aborted) {
            keep();
            signal.throwIfAborted();
          }
        }
        const now = performance.now();
        if (now - told < msBetweenEvents) continue;
        keep();
        const pace = (now - started) / looked;
        this.#msLeft.set(tableId, Math.round(pace * (total - done)));
        this.#tell(tableId, requestId, untold);
        untold = [];
        told = now;
      }
      keep();
    }
    if (looked > 0) library.setSetting(paceKey, String((performance.now() - started) / looked));
    this.#tell(tableId, requestId, untold);
    await this.#propose(tableId, requestId, signal);
  }

  /** Asks the table's model where nothing was found, when all else is there. Errors: those of a model that cannot be had. */
  async #propose(tableId: string, requestId: string, signal: AbortSignal): Promise<void> {
    const { library } = this.parts;
    const { proposer } = library.tables.get(tableId);
    const missing = proposer === null ? [] : this.#missing(tableId, proposer);
    if (proposer === null || missing.length === 0) return;
    const [{ extract }, { proposedCell }] = await Promise.all([import('../../extraction'), import('./propose-value')]);
    const proposing = await this.parts.proposing(proposer, requestId, signal);
    const total = missing.reduce((sum, { columns }) => sum + columns.length, 0);
    const started = performance.now();
    let done = 0;
    for (const { row, columns } of missing) {
      const { documentId, contentId } = row;
      const document = documentOf(library, documentId);
      for (const column of columns) {
        const found = findingOf(document, column, extract);
        const finding = await proposedCell(proposing, documentId, document, column, found);
        signal.throwIfAborted();
        const cell = { documentId, columnId: column.columnId, contentId, ...finding };
        library.tables.putCells(tableId, [cell]);
        done += 1;
        const pace = (performance.now() - started) / done;
        library.setSetting(proposalPaceKey, String(pace));
        this.#msLeft.set(tableId, Math.round(pace * (total - done)));
        this.#tell(tableId, requestId, [cell]);
      }
    }
  }

  #ended(tableId: string, requestId: string, { aborted }: AbortSignal): void {
    const current = this.#current.get(tableId);
    this.#current.delete(tableId);
    this.#msLeft.delete(tableId);
    try {
      const finished = this.#errors.has(tableId) ? 'paused' : 'idle';
      const ended = aborted ? (current?.wanted ?? 'interrupted') : finished;
      this.parts.library.tables.setFilling(tableId, ended);
      this.#tell(tableId, requestId, []);
    } catch (error) {
      // The table went, or the disk is full: found values are stored.
      this.parts.log('table.fill', { tableId, ...reportOf(error) });
    }
  }

  #tell(tableId: string, requestId: string, cells: readonly NewCell[]): void {
    const told = cells.map(({ contentId, ...cell }): TableCell => ({ ...cell, edited: null, outdated: false }));
    const progress = { ...this.progress(tableId), cells: told };
    this.parts.emit({ type: 'table.progress', requestId, progress });
  }
}

type Extraction = typeof import('../../extraction');

function* cellsOf(
  library: Library,
  documentId: string,
  columns: readonly TableColumn[],
  extract: Extraction['extract'],
) {
  let document: ExtractionDocument | null = null;
  for (const column of columns) {
    const { columnId } = column;
    try {
      document ??= documentOf(library, documentId);
      yield { columnId, finding: findingOf(document, column, extract) };
    } catch (error) {
      const finding: CellFinding = { items: [], reason: null, error: reportOf(error) };
      yield { columnId, finding };
    }
  }
}

function documentOf(library: Library, documentId: string): ExtractionDocument {
  const { document, text, pages, blocks } = library.documents.source(documentId);
  return { text, pages, blocks, language: document.language, title: document.title };
}

function findingOf(document: ExtractionDocument, column: TableColumn, extract: Extraction['extract']): CellFinding {
  const extraction = extract(document, column);
  if ('reason' in extraction) return { items: [], reason: extraction.reason, error: null };
  const items = extraction.found.map(
    ({ value, start, end, quoteStart, quoteEnd, confidence }): CellItem => ({
      value,
      startChar: start,
      endChar: end,
      quoteStart,
      quoteEnd,
      page: document.pages.find(({ startChar, endChar }) => start >= startChar && start < endChar)?.page ?? null,
      confidence,
    }),
  );
  return { items, reason: null, error: null };
}
