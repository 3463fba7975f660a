import { X } from 'lucide-react';
import { IconButton } from '../components/Button';
import { useStages } from '../state/stages';
import { t } from '../strings/index';

/** Documents named before the rest is only counted. */
const named = 6;

/** What this library lacks of an imported run: it can be read all the same, and runs again with another result. */
export function MissingNote() {
  const { missing, forgetMissing } = useStages();
  if (!missing) return null;
  const { documents, models, configuration, app } = missing;
  const whole = models.length === 0 && documents.length === 0 && !configuration;
  return (
    <div
      data-testid="import-note"
      role="status"
      className={`mx-4 mt-3 flex shrink-0 items-start gap-2 rounded-md py-2 pr-2 pl-3 text-12 ${
        whole ? 'bg-accent-wash' : 'bg-caution-wash'
      }`}
    >
      <div className="min-w-0 flex-1 space-y-1 py-1 text-soft">
        <p className="font-medium text-ink">{t(whole ? 'exchange.whole' : 'exchange.lacks')}</p>
        {models.map(({ job, id }) => (
          <p key={`${job} ${id}`}>
            {id === null ? t(`exchange.without.${job}`) : t(`exchange.models.${job}`, { model: id })}
          </p>
        ))}
        {documents.length > 0 ? (
          <>
            <p>{t('exchange.documents', { count: documents.length })}</p>
            <ul className="list-disc pl-4">
              {documents.slice(0, named).map(({ documentId, title, checksum }) => (
                <li key={documentId} title={checksum} className="truncate">
                  {title}
                </li>
              ))}
            </ul>
            {documents.length > named ? <p>{t('compare.more', { count: documents.length - named })}</p> : null}
          </>
        ) : null}
        {configuration ? <p>{t('exchange.configuration')}</p> : null}
        {app === null ? null : <p>{t('exchange.app', { version: app })}</p>}
        {whole ? null : <p>{t('exchange.still')}</p>}
      </div>
      <IconButton label={t('app.close')} onClick={forgetMissing}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
