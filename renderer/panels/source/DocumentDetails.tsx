// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard

import type { ChunkPlace, DocumentSource } from '@shared/contract/index';
import { factIds } from '@shared/document-facts';
import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import { collectionName, saidRemark } from '@shared/words/said';
import type { Remark } from '@shared/words/sayings';
import { ChevronLeft, ChevronRight, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { CopyButton, IconButton } from '../../ui/Button';
import { ErrorNote } from '../../ui/Notices';
import { pageNames } from '../../ui/names';
import { formatBytes, formatCount, formatWhen, languageName } from '../../ui/quantities';

export function DocumentDetails({ source }: { readonly source: DocumentSource }) {
  const { document } = source;
  const { checksum } = document;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('document.path'), visibleText(document.path)],
    [t('library.columns.collection'), document.collections.map(collectionName).join(', ')],
    [t('library.tags'), document.tags.join(', ')],
    [t('document.format'), [document.format, document.mime].filter(Boolean).join(' · ')],
    ...factIds.map((id) => [t(`library.columns.${id}`), document[id] ?? ''] as const),
    [t('library.columns.language'), languageName(document.language)],
    [t('library.columns.size'), formatBytes(document.bytes)],
    [t('library.columns.pages'), document.pages > 0 ? formatCount(document.pages) : ''],
    [t('library.columns.chunks'), formatCount(document.chunks)],
    [
      t('document.headings'),
      document.state === 'ready' && source.headings.length === 0 ? t('document.noHeadings') : '',
    ],
    [t('document.added'), formatWhen(document.createdAt, new Date())],
    [
      t('document.checksum'),
      checksum ? (
        <span key="checksum" className="flex min-w-0 items-start gap-1">
          <code data-testid="document-checksum" className="min-w-0 font-mono text-12 leading-5 break-all">
            {checksum}
          </code>
          <span className="-my-1.5">
            <CopyButton text={() => checksum} label={t('document.copyChecksum')} />
          </span>
        </span>
      ) : (
        ''
      ),
    ],
  ];
  return (
    <section tabIndex={0} aria-label={t('document.facts')} className="content min-h-0 flex-1 overflow-y-auto p-4">
      <ErrorNote error={document.error} around="mb-3" />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-14">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="tabular [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
      </dl>
      <Warnings warnings={document.warnings} />
      <Tables documentId={document.documentId} format={document.format} />
    </section>
  );
}

const Warnings = ({ warnings }: { readonly warnings: readonly Remark[] }) =>
  warnings.length === 0 ? null : (
    <div className="mt-3 flex gap-3 rounded-md bg-raised px-4 py-3 text-14">
      <Info size={16} className="mt-0.5 shrink-0 text-muted" />
      <div>
        <h3 className="font-medium">{t('document.warnings')}</h3>
        {warnings.map(saidRemark).map((said) => (
          <p key={said} className="text-soft">
            {said}
          </p>
        ))}
      </div>
    </div>
  );

/** Columns of a table that are drawn: one may have ten thousand. */
const mostColumns = 200;

function Tables({ documentId, format }: { readonly documentId: string; readonly format: string }) {
  const { data } = useAnswer('documents.tables', { documentId });
  if (data === null || data.length === 0) return null;
  return (
    <section data-testid="document-tables" className="mt-4">
      <h3 className="text-12 text-muted">{t('document.tables.title')}</h3>
      {data.map(({ page, cells, rowCount, reasons, columns }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tables keep their order
        <details key={at} data-testid="document-table" className="group mt-1 text-14" open={data.length === 1}>
          <summary className="flex w-fit list-none items-center gap-2 rounded-sm py-1 hover:text-ink">
            {[cells ?? (page === null ? '' : pageNames(format, [page])), t('document.tables.rows', { count: rowCount })]
              .filter(Boolean)
              .join(' · ')}
            <ChevronRight size={14} className="transition-transform duration-120 group-open:rotate-90" />
          </summary>
          {reasons.map((reason) => (
            <p key={reason} className="text-12 text-muted">
              {t(`document.tables.notes.${reason}`)}
            </p>
          ))}
          <ul>
            {columns.slice(0, mostColumns).map(({ name, type, unit, reason, empty }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order, and may share a name
              <li key={column} className="grid grid-cols-[1fr_auto] gap-x-4 py-0.5">
                <span className="min-w-0 [overflow-wrap:anywhere]">{name || t('document.tables.noName')}</span>
                <span className="text-soft">
                  {[t(`document.tables.types.${type}`), unit ?? ''].filter(Boolean).join(', ')}
                </span>
                {reason === null && empty === 0 ? null : (
                  <span className="col-span-2 text-12 text-muted">
                    {[
                      reason === null ? '' : t(`document.tables.why.${reason}`),
                      empty === 0 ? '' : t('document.tables.empty', { count: empty }),
                    ]
                      .filter(Boolean)
                      .join(' ')}
                  </span>
                )}
              </li>
            ))}
          </ul>
          {columns.length > mostColumns ? (
            <p className="text-12 text-muted">{t('document.tables.more', { count: columns.length - mostColumns })}</p>
          ) : null}
        </details>
      ))}
    </section>
  );
}

interface ChunkCardProps {
  readonly source: DocumentSource;
  readonly chunks: readonly ChunkPlace[];
  readonly index: number;
  choose(index: number | null): void;
}

export function ChunkCard({ source, chunks, index, choose }: ChunkCardProps) {
  const chunk = chunks[index];
  if (!chunk) return null;
  const text = source.text.slice(chunk.startChar, chunk.endChar);
  return (
    <section
      data-testid="chunk-card"
      aria-label={t('source.chunk', { number: index + 1 })}
      className="content flex max-h-2/5 shrink-0 flex-col border-t border-edge bg-ground"
    >
      <div className="flex min-h-10 items-center gap-1 pr-2 pl-4">
        <h3 className="tabular min-w-0 flex-1 truncate text-14 font-semibold" aria-live="polite">
          {t('document.chunkOf', { number: index + 1, total: chunks.length })}
        </h3>
        <IconButton
          icon={ChevronLeft}
          label={t('document.previousChunk')}
          disabled={index === 0}
          onClick={() => choose(index - 1)}
        />
        <IconButton
          icon={ChevronRight}
          label={t('document.nextChunk')}
          disabled={index === chunks.length - 1}
          onClick={() => choose(index + 1)}
        />
        <CopyButton text={() => text} label={t('document.copyChunk')} />
        <IconButton icon={X} label={t('document.closeChunk')} onClick={() => choose(null)} />
      </div>
      <p data-testid="chunk-facts" className="tabular px-4 text-12 text-muted">
        {chunkFacts(source, chunks, index).join(' · ')}
      </p>
      {chunk.headings.length > 0 ? <p className="px-4 text-12 text-soft">{chunk.headings.join(' › ')}</p> : null}
      <section
        tabIndex={0}
        aria-label={t('document.chunkOf', { number: index + 1, total: chunks.length })}
        data-testid="chunk-text"
        className="mt-1 min-h-0 overflow-y-auto px-4 pb-3 font-serif text-14 whitespace-pre-wrap [overflow-wrap:anywhere] focus-visible:outline-offset-[-3px]"
      >
        {text}
      </section>
    </section>
  );
}

function chunkFacts(source: DocumentSource, chunks: readonly ChunkPlace[], index: number): readonly string[] {
  const [before, chunk] = [chunks[index - 1], chunks[index]];
  if (!chunk) return [];
  const shared = before ? Math.min(before.endChar, chunk.endChar) - chunk.startChar : 0;
  return [
    pageNames(source.document.format, chunk.pages),
    t('document.characters', { from: chunk.startChar + 1, to: chunk.endChar }),
    t('document.tokens', { count: chunk.tokenCount }),
    shared > 0 ? t('document.overlap', { count: shared }) : '',
  ].filter(Boolean);
}
