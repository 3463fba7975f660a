import type { DocumentSummary } from '@shared/contract/index';
import type { FormatId } from '@shared/formats';
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

const icons = {
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
} as const satisfies Record<string, LucideIcon>;
type DocumentKind = keyof typeof icons;

/** What a person calls a file of this format. */
const kinds: Readonly<Record<FormatId, DocumentKind>> = {
  txt: 'text',
  md: 'markdown',
  pdf: 'pdf',
  html: 'page',
  csv: 'sheet',
  json: 'code',
  rtf: 'word',
  eml: 'mail',
  mbox: 'mail',
  docx: 'word',
  pptx: 'slides',
  xlsx: 'sheet',
  odt: 'word',
  odp: 'slides',
  ods: 'sheet',
  epub: 'book',
  image: 'picture',
  code: 'code',
};

/** What kind of file a document is, by a picture with its name; of one that could not be read, that it is so. */
export function DocumentIcon({ state, format }: Pick<DocumentSummary, 'state' | 'format'>) {
  const failed = state === 'failed';
  const kind = kinds[format as FormatId] ?? 'text';
  const Icon = failed ? CircleAlert : icons[kind];
  const name = failed ? t('library.states.failed') : t(`library.kinds.${kind}`);
  return (
    <span role="img" aria-label={name} title={name} data-kind={failed ? 'failed' : kind} className="shrink-0">
      <Icon size={16} strokeWidth={1.6} aria-hidden className={failed ? 'text-danger' : 'text-muted'} />
    </span>
  );
}
