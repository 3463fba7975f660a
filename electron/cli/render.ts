import type {
  Answer,
  DocumentSummary,
  IngestReport,
  LibraryStatus,
  ModelSummary,
  Notice,
  PulledModel,
  SearchAnswer,
} from '@shared/contract';
import { factIds } from '@shared/document-facts';
import { placeName } from '@shared/place-names';
import { wholeKindOf } from '@shared/prompt/answer-backing';
import { visibleText } from '@shared/visible-text';
import { locale, t, voice } from '@shared/words/index';
import {
  collectionName,
  errorLine,
  listedCitations,
  noticeLines,
  saidAnswer,
  saidBasis,
  saidNotice,
  saidRemark,
} from '@shared/words/said';

const widest = 60;

export type PrintedColumn<Row> = readonly [head: string, cell: (row: Row) => string];

/** Columns aligned by their widest cell, at most 60 characters a cell. */
export function table<Row>(rows: readonly Row[], columns: readonly PrintedColumn<Row>[]): string {
  const clean = (cell: string) => {
    const line = cell.replace(/\s+/gu, ' ');
    return line.length > widest ? `${line.slice(0, widest - 1)}…` : line;
  };
  const drawn = columns.map(([head, cell]) => [head, ...rows.map(cell)].map(clean));
  const widths = drawn.map((cells) => Math.max(...cells.map((cell) => cell.length)));
  const lineAt = (at: number) => drawn.map((cells, column) => (cells[at] ?? '').padEnd(widths[column] ?? 0)).join('  ');
  return Array.from({ length: rows.length + 1 }, (_, at) => lineAt(at).trimEnd()).join('\n');
}

export function facts(rows: readonly (readonly [name: string, fact: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, fact]) => `${name.padEnd(width)}  ${fact}`).join('\n');
}

export const decimal = (value: number, digits: number): string =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

/** Bytes as a person reads them: `840 kB`, `3.1 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${decimal(bytes / 1000, 0)} kB` : `${decimal(bytes / 1e6, 1)} MB`;

/** Over the line before on a terminal's stderr: how far something is. Elsewhere nothing. */
export function showOver(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${visibleText(text)}`);
}

/** The time left: in seconds, in minutes above two of them; empty if unknown. */
export function leftText(msLeft: number | null): string[] {
  if (msLeft === null) return [];
  const time = msLeft > 120_000 ? `${Math.ceil(msLeft / 60_000)} min` : `${Math.ceil(msLeft / 1000)} s`;
  return [t('app.timeLeft', { time })];
}

export function ingestText(report: IngestReport): string {
  const { totals } = report;
  const failures = report.files.flatMap(({ path, error }) => (error ? [`  ${path}: ${errorLine(error)}`] : []));
  const summary = t('terminal.ingested', { ...totals, seconds: decimal(totals.ms / 1000, 1) });
  const said = (report.notices ?? []).flatMap((notice) => {
    const model = notice.values?.recommended;
    return [
      saidNotice(notice),
      ...(model === undefined ? [] : [t('terminal.models.better', { model: String(model) })]),
    ];
  });
  const scans = report.files.some(({ error }) => error?.details?.needsOcr !== undefined);
  const hints = scans ? [t('terminal.jobs.scans')] : [];
  return [report.cancelled ? `${t('chat.stopped')} ${summary}` : summary, ...failures, ...hints, ...said].join('\n');
}

export const noDocuments = (): string => t('terminal.noDocuments');

export function documentsText(documents: readonly DocumentSummary[]): string {
  if (documents.length === 0) return noDocuments();
  return table(documents, [
    [t('terminal.column.id'), ({ documentId }) => documentId],
    [t('library.columns.title'), ({ title }) => title],
    ...factIds
      .filter((id) => documents.some((document) => document[id] !== null))
      .map(
        (id) => [t(`library.columns.${id}`), (document) => document[id] ?? ''] satisfies PrintedColumn<DocumentSummary>,
      ),
    [t('library.columns.collection'), ({ collections }) => collections.map(collectionName).join(', ')],
    [t('library.tags'), ({ tags }) => tags.join(', ')],
    [t('library.columns.pages'), ({ pages }) => String(pages || '')],
    [t('library.columns.chunks'), ({ chunks }) => String(chunks)],
    [
      t('library.columns.state'),
      ({ state, error }) => [t(`library.states.${state}`), error?.code ?? []].flat().join(': '),
    ],
    [t('terminal.column.path'), ({ path }) => path],
  ]);
}

const diskText = (disk: LibraryStatus['disk']): string =>
  (['uploads', 'index', 'catalogue', 'models'] as const)
    .map((part) => `${t(`disk.${part}`)} ${sizeText(disk[part])}`)
    .join(', ');

const counted = ['searches', 'embeddingCalls', 'promptTokens', 'answerTokens'] as const;

export function statusText(status: LibraryStatus): string {
  const { library, documents, chunks, model, index, disk, counters, health } = status;
  return [
    facts([
      [t('app.rooms.library'), library],
      [t('palette.groups.documents'), t('terminal.status.documents', { documents, chunks })],
      [t('library.model'), t('terminal.status.model', { model: model.id, dimension: model.dimension })],
      [t('rebuild.title'), t('terminal.status.index', { files: index.files, size: sizeText(index.bytes) })],
      [t('disk.title'), diskText(disk)],
      ...counted.map((name) => [t(`settings.doneCount.${name}`), decimal(counters[name], 0)] as const),
    ]),
    ...health.map((line) => `${t(`terminal.status.${line.ok ? 'ok' : 'notOk'}`)}: ${saidRemark(line)}`),
  ].join('\n');
}

/** A place in its file, in words, after a comma; empty for a format without places. */
export const placeIn = (of: Parameters<typeof placeName>[0]): string =>
  placeName(of, voice().said.named).replace(/^(?=.)/u, ', ');

const noticesText = (notices: readonly Notice[]): string[] => noticeLines(notices).map(({ text }) => `(${text})`);

export function searchText(found: SearchAnswer): string {
  const notices = noticesText(found.notices);
  if (found.results.length === 0) return [t('evaluate.question.nothing'), ...notices].join('\n');
  const results = found.results.map((hit) => {
    const relevance = t('terminal.relevance', { relevance: decimal(hit.scores.relevance, 2) });
    const text = hit.text.replace(/\s+/gu, ' ').slice(0, 200);
    const others = hit.copies.map((copy) => `${copy.title}${placeIn(copy)}`);
    const alsoIn = others.length > 0 ? `\n   (${t('terminal.alsoIn', { titles: others.join('; ') })})` : '';
    return `${hit.rank}. ${hit.title}${placeIn(hit)}  [${hit.scoreKind} ${decimal(hit.score, 3)}, ${relevance}]\n   ${text}${alsoIn}`;
  });
  return [...(found.outOfScope ? [t('terminal.nearest')] : []), ...results, ...notices].join('\n');
}

export function answerText(answer: Answer): string {
  return [saidAnswer(answer), '', answerDetails(answer)].join('\n').trim();
}

/** The lines after an answer: its sources, what it rests on, and remarks. */
export function answerDetails(answer: Answer): string {
  const { unbacked, model, foundMarkers } = answer;
  const sources = listedCitations(answer).map(
    (citation) =>
      `  [Citation ${citation.marker}${citation.origin === 'found' ? '*' : ''}] ${citation.title}${placeIn(citation)}: “${citation.snippet}”`,
  );
  const basis = saidBasis(answer);
  const notices = noticesText(answer.notices.filter(({ code }) => !everyRun.has(code)));
  return [
    ...sources,
    ...(foundMarkers ? [`* ${t('chat.found')}`] : []),
    ...(answer.outcome === 'incomplete' ? [t('chat.incomplete')] : []),
    ...(basis === '' ? [] : [basis]),
    ...(unbacked === undefined ? [] : [t('chat.unbackedText', { model: model ?? '' })]),
    ...notices,
  ].join('\n');
}

/** The figure rates passages: an account of whole documents has none. */
export const loggedConfidence = (entry: Answer): string =>
  wholeKindOf(entry) || entry.outcome === 'nothing' || entry.way === 'help' ? '' : decimal(entry.confidence, 2);

/** Notes of every run without models; `vitrine run --json` and the window show them by stage. */
const everyRun: ReadonlySet<string> = new Set(['default-used', 'no-reranker']);

export function pulledText({ model, files }: PulledModel): string {
  const lines = files.map(({ file, bytes, checkedAgainst, downloaded }) => {
    const there = downloaded ? '' : `, ${t('terminal.models.already')}`;
    return `  ${file}: ${sizeText(bytes)}${there}; ${t(`terminal.models.checked.${checkedAgainst}`)}`;
  });
  return [t('terminal.models.here', { model: model.title, id: model.id }), ...lines].join('\n');
}

export function modelsText(models: readonly ModelSummary[]): string {
  const yes = t('terminal.yes');
  return table(models, [
    [t('terminal.column.model'), ({ id }) => id],
    [
      t('terminal.column.job'),
      ({ job }) => (job === 'chat' ? t('settings.waitingUse.chatModel') : t(`searchModels.job.${job}`)),
    ],
    [t('terminal.column.installed'), ({ installed }) => (installed ? yes : t('terminal.no'))],
    [
      t('searchModels.inUse'),
      ({ active, installed }) => {
        if (!active) return '';
        return installed ? yes : t('searchModels.isMissing');
      },
    ],
    [t('terminal.column.dimension'), ({ dimension }) => String(dimension ?? '')],
    ['MB', ({ bytes }) => decimal(bytes / 1e6, 1)],
    [t('terminal.column.msPerText'), ({ cost }) => (cost ? decimal(cost.msPerText, 1) : '')],
    [t('terminal.column.memory'), ({ cost }) => (cost?.memoryBytes ? decimal(cost.memoryBytes / 1e6, 1) : '')],
    [t('terminal.column.licence'), ({ licence }) => licence],
  ]);
}
