import type { ChunkPlace, DocumentSource } from '@shared/contract/index';
import { TriangleAlert } from 'lucide-react';
import { CopyButton } from '../components/CopyButton';
import { collectionName } from '../components/collection-name';
import { ErrorNote } from '../components/ErrorNote';
import { formatBytes, formatCount, formatWhen, languageName } from '../components/quantities';
import { t } from '../strings/index';
import { saidRemark } from '../strings/remarks';
import { ChunkList } from './ChunkList';

interface DocumentDetailsProps {
  readonly source: DocumentSource;
  readonly chunks: readonly ChunkPlace[];
  readonly chosen: number | null;
  choose(index: number): void;
}

/** What is known about a document, what its reader noticed, and its chunks one below the other. */
export function DocumentDetails({ source, chunks, chosen, choose }: DocumentDetailsProps) {
  const { document } = source;
  const facts: readonly (readonly [string, string])[] = [
    [t('document.path'), document.path],
    [t('document.collection'), collectionName(document.collection)],
    [t('document.format'), [document.format, document.mime].filter(Boolean).join(' · ')],
    [t('document.language'), languageName(document.language)],
    [t('document.size'), formatBytes(document.bytes)],
    [t('document.pages'), document.pages > 0 ? formatCount(document.pages) : ''],
    [t('document.added'), formatWhen(document.createdAt, new Date())],
  ];
  return (
    <div data-testid="document-details" className="flex min-h-0 flex-1 flex-col">
      <section aria-label={t('document.facts')} className="content max-h-1/2 shrink-0 overflow-y-auto p-4">
        {document.error ? (
          <div className="mb-3">
            <ErrorNote error={document.error} />
          </div>
        ) : null}
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-14">
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="tabular [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          {document.checksum ? (
            <div className="contents">
              <dt className="text-muted">{t('document.checksum')}</dt>
              <dd className="flex min-w-0 items-start gap-1">
                <code data-testid="document-checksum" className="min-w-0 font-mono text-12 leading-5 break-all">
                  {document.checksum}
                </code>
                <span className="-my-1.5">
                  <CopyButton text={() => document.checksum} label={t('document.copyChecksum')} />
                </span>
              </dd>
            </div>
          ) : null}
        </dl>
        {document.warnings.length > 0 ? (
          <div data-testid="document-warnings" className="mt-3 flex gap-3 rounded-md bg-caution-wash px-4 py-3 text-14">
            <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-caution" />
            <div>
              <h3 className="font-medium">{t('document.warnings')}</h3>
              {document.warnings.map((warning) => (
                <p key={warning} className="text-soft">
                  {saidRemark(warning)}
                </p>
              ))}
            </div>
          </div>
        ) : null}
      </section>
      <ChunkList source={source} chunks={chunks} chosen={chosen} choose={choose} />
    </div>
  );
}
