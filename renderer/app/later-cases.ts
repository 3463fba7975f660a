import { lazy } from 'react';

const inspector = () => import('../inspector/Inspector');
const source = () => import('../source/SourceViewer');

/** What the case shows is fetched when it is first opened, or when the first screen stands. */
export const Inspector = lazy(() => inspector().then((part) => ({ default: part.Inspector })));
export const SourceViewer = lazy(() => source().then((part) => ({ default: part.SourceViewer })));

export const laterCases = [inspector, source] as const;
