import { laterPart } from '../components/later-part';

const exchange = laterPart(() => import('./Exchange').then((part) => part.Exchange));

/** Exchanges bring the reader of Markdown; the first screen has none. */
export const Exchange = exchange.Part;
export const laterExchange = exchange.fetch;
