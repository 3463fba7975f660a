import { backingOf } from '@shared/answer-backing';
import type {
  Answer,
  DocumentSummary,
  IngestReport,
  LibraryStatus,
  ModelSummary,
  PulledModel,
  SearchAnswer,
} from '@shared/contract';
import { starredFound } from '@shared/found-markers';
import { placeName } from '@shared/place-names';

const widest = 60;

/** Columns aligned by their widest cell, at most 60 characters a cell; control characters are not printed. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const clean = (cell: string) => {
    const line = plain(cell).replace(/\s+/gu, ' ');
    return line.length > widest ? `${line.slice(0, widest - 1)}…` : line;
  };
  const lines = [header, ...rows].map((row) => row.map(clean));
  const widths = header.map((_name, column) => Math.max(...lines.map((row) => (row[column] ?? '').length)));
  return lines
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Text of documents on a terminal: without the control characters that could move its cursor. */
export function plain(text: string): string {
  return text.replace(/(?![\t\n])\p{Cc}/gu, '');
}

/** How long something still takes, after a comma: in seconds, in minutes above two of them; empty where nobody knows. */
export function leftText(msLeft: number | null): string {
  if (msLeft === null) return '';
  return msLeft > 120_000 ? `, ${Math.ceil(msLeft / 60_000)} min left` : `, ${Math.ceil(msLeft / 1000)} s left`;
}

export function ingestText(report: IngestReport): string {
  const { totals } = report;
  const failures = report.files
    .filter((file) => file.error)
    .map((file) => `  ${plain(file.path)}: ${file.error?.message} ${file.error?.hint}`);
  const summary = `${totals.indexed} indexed, ${totals.unchanged} unchanged, ${totals.replaced} replaced, ${totals.duplicate} duplicate, ${totals.failed} failed; ${totals.chunks} chunks (${totals.embedded} embedded, ${totals.cached} cached) in ${totals.ms} ms.`;
  return [report.cancelled ? `Stopped. ${summary}` : summary, ...failures].join('\n');
}

/** What an empty library has to say. */
export const noDocuments = 'No documents yet. Add some: vitrine ingest PATH';

export function documentsText(documents: readonly DocumentSummary[]): string {
  if (documents.length === 0) return noDocuments;
  return table(
    ['id', 'title', 'collection', 'pages', 'chunks', 'state', 'path'],
    documents.map((document) => [
      document.documentId,
      document.title,
      document.collection,
      String(document.pages || ''),
      String(document.chunks),
      document.error ? `${document.state}: ${document.error.code}` : document.state,
      document.path,
    ]),
  );
}

const diskText = (disk: NonNullable<LibraryStatus['disk']>): string =>
  Object.entries(disk)
    .map(([part, bytes]) => `${part} ${(bytes / 1e6).toFixed(1)} MB`)
    .join(', ');

export function statusText(status: LibraryStatus): string {
  return [
    `Library     ${status.library}`,
    `Documents   ${status.documents}, in ${status.chunks} chunks`,
    `Model       ${status.model.id}, ${status.model.dimension} dimensions`,
    `Index       ${status.index.files} files, ${status.index.bytes} bytes`,
    ...(status.disk ? [`Disk        ${diskText(status.disk)}`] : []),
    ...status.health.map(({ check, ok, message }) => `${check.padEnd(12)}${ok ? 'ok' : 'NOT OK'}: ${message}`),
  ].join('\n');
}

const placeIn = (of: Parameters<typeof placeName>[0]): string => (of.pages.length > 0 ? `, ${placeName(of)}` : '');

export function searchText(found: SearchAnswer): string {
  const notices = found.notices.map((notice) => `(${notice.message})`);
  if (found.results.length === 0) return ['Nothing found.', ...notices].join('\n');
  const results = found.results.map(
    (hit) =>
      `${hit.rank}. ${plain(hit.title)}${placeIn(hit)}  [${hit.scoreKind} ${hit.score.toFixed(3)}, relevance ${hit.scores.relevance.toFixed(2)}]\n   ${plain(hit.text).replace(/\s+/gu, ' ').slice(0, 200)}`,
  );
  return [
    ...(found.outOfScope ? ['Nothing in the library is clearly about this; nearest passages:'] : []),
    ...results,
    ...notices,
  ].join('\n');
}

export function answerText(answer: Answer): string {
  return [plain(starredFound(answer)), '', answerDetails(answer)].join('\n').trim();
}

/** What stands behind an answer: its sources, how sure it is, and what there is to say. */
export function answerDetails(answer: Answer): string {
  const sources = answer.citations.map(
    (citation) =>
      `  [Citation ${citation.marker}${citation.origin === 'found' ? '*' : ''}] ${plain(citation.title)}${placeIn(citation)}: “${plain(citation.snippet)}”`,
  );
  const confidence = answer.outcome === 'answered' || answer.outcome === 'incomplete' ? [confidenceText(answer)] : [];
  const quoted = answer.quoted ? ['Quoted from your documents; no language model wrote this.'] : [];
  const notices = answer.notices.filter(({ code }) => !everyRun.has(code)).map(({ message }) => `(${plain(message)})`);
  const found = answer.foundMarkers ? ['* Found by Vitrine: the model named no source for this sentence.'] : [];
  return [...sources, ...found, ...confidence, ...quoted, ...notices].join('\n');
}

function confidenceText(answer: Answer): string {
  const percent = `${Math.round(answer.confidence * 100)} %`;
  switch (backingOf(answer)) {
    case 'no-source':
      return `Names no source. The passages that the model was given rate ${percent}; the answer points to none of them.`;
    case 'no-room':
      return `Names no source: JSON and code leave no room for any. The passages that the model was given rate ${percent}.`;
    case 'other-words':
      return `Confidence ${percent} (${answer.band}). Its words or numbers are not those of the passages it cites: read them before you rely on it. ${answer.reason}`;
    case 'passages':
      return `Confidence ${percent} (${answer.band}). ${answer.reason}`;
  }
}

/** The figure rates the passages: of an answer that names none of them it would say nothing. */
export function loggedConfidence(entry: Answer): string {
  const backing = backingOf(entry);
  return backing === 'no-source' || backing === 'no-room' ? 'no source' : entry.confidence.toFixed(2);
}

/** What every run without models says; `vitrine run --json` and the window tell it by stage. */
const everyRun: ReadonlySet<string> = new Set(['default-used', 'no-reranker']);

const checkedWords = {
  catalogue: 'checksum as Vitrine knows it',
  hub: 'checksum as the hub publishes it',
  'first-use': 'no checksum is published: this one is remembered from now on',
} as const;

export function pulledText({ model, files }: PulledModel): string {
  const lines = files.map(
    ({ file, bytes, checkedAgainst, downloaded }) =>
      `  ${file}: ${(bytes / 1e6).toFixed(1)} MB${downloaded ? '' : ', already there'}; ${checkedWords[checkedAgainst]}`,
  );
  return [`${model.title} is on this machine. Use it with: vitrine models use ${model.id}`, ...lines].join('\n');
}

export function modelsText(models: readonly ModelSummary[]): string {
  return table(
    ['model', 'job', 'installed', 'in use', 'dimension', 'MB', 'ms a text', 'MB in memory', 'licence'],
    models.map((model) => [
      model.id,
      model.job,
      model.installed ? 'yes' : 'no',
      model.active ? (model.installed ? 'yes' : 'missing') : '',
      model.dimension === null ? '' : String(model.dimension),
      (model.bytes / 1e6).toFixed(1),
      model.cost ? model.cost.msPerText.toFixed(1) : '',
      model.cost?.memoryBytes ? (model.cost.memoryBytes / 1e6).toFixed(1) : '',
      model.licence,
    ]),
  );
}
