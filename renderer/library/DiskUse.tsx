import type { LibraryStatus } from '@shared/contract/index';
import { formatBytes } from '../components/quantities';
import { t } from '../strings/index';

/** What takes the room, darkest first; the same order as in the words below the bar. */
const parts = [
  ['uploads', 'bg-accent'],
  ['index', 'bg-muted'],
  ['catalogue', 'bg-edge'],
  ['models', 'bg-soft'],
] as const;

/** Bytes on disk by what they are for, as one bar and in words. */
export function DiskUse({ disk }: { readonly disk: NonNullable<LibraryStatus['disk']> }) {
  const total = parts.reduce((sum, [part]) => sum + disk[part], 0);
  const taken = parts.filter(([part]) => disk[part] > 0);
  return (
    <div data-testid="disk-use">
      <dt className="text-muted">
        {t('disk.title')} · <span className="tabular">{formatBytes(total)}</span>
      </dt>
      <dd>
        <div aria-hidden className="mt-1 mb-1 flex h-1.5 gap-px overflow-hidden rounded-full bg-raised">
          {taken.map(([part, colour]) => (
            <span key={part} className={colour} style={{ flexGrow: disk[part], minWidth: 2 }} />
          ))}
        </div>
        <ul>
          {taken.map(([part, colour]) => (
            <li key={part} className="flex items-center gap-2 text-soft">
              <span aria-hidden className={`size-2 shrink-0 rounded-full ${colour}`} />
              <span className="min-w-0 flex-1 truncate">{t(`disk.${part}`)}</span>
              <span className="tabular text-muted">{formatBytes(disk[part])}</span>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}
