import { laterPart } from '../components/later-part';

const inspector = laterPart(() => import('../inspector/Inspector').then((part) => part.Inspector));
const source = laterPart(() => import('../source/SourceViewer').then((part) => part.SourceViewer));

/** What the case shows is fetched when it is first opened, or when the first screen stands. */
export const Inspector = inspector.Part;
export const SourceViewer = source.Part;

export const laterCases = [inspector.fetch, source.fetch] as const;
