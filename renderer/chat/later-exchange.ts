import { lazy } from 'react';

/** Exchanges bring the reader of Markdown; the first screen has none. */
export const laterExchange = () => import('./Exchange');

export const Exchange = lazy(() => laterExchange().then((part) => ({ default: part.Exchange })));
