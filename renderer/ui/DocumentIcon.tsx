import type { DocumentSummary } from '@shared/contract/index';
import { type DocumentKind, factsOf } from '@shared/formats';
import { t } from '@shared/words/index';
import {
  BookOpen,
  CircleAlert,
  FileCode,
  FileText,
  FileType,
  Globe,
  Hash,
  Image,
  type LucideIcon,
  Mail,
  NotepadText,
  Presentation,
  Table,
} from 'lucide-react';

const icons: Readonly<Record<DocumentKind, LucideIcon>> = {
  pdf: FileText,
  text: NotepadText,
  markdown: Hash,
  word: FileType,
  sheet: Table,
  slides: Presentation,
  mail: Mail,
  page: Globe,
  picture: Image,
  book: BookOpen,
  code: FileCode,
};

export function DocumentIcon({ state, format }: Pick<DocumentSummary, 'state' | 'format'>) {
  const failed = state === 'failed';
  const kind = factsOf(format)?.kind ?? 'text';
  const Icon = failed ? CircleAlert : icons[kind];
  const name = failed ? t('library.states.failed') : t(`library.kinds.${kind}`);
  return (
    <span role="img" aria-label={name} title={name} data-kind={failed ? 'failed' : kind} className="shrink-0">
      <Icon size={16} strokeWidth={1.6} className={failed ? 'text-danger' : 'text-muted'} />
    </span>
  );
}
