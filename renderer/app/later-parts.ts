import { laterExchange } from '../chat/later-exchange';
import { laterPart } from '../components/later-part';
import { laterCases } from './later-cases';

/*
 * What the first screen does without, fetched when it is first shown or when the first screen stands: so half of the
 * page's script is not read before a question can be written.
 */
const stages = laterPart(() => import('../stages/StagesRoom').then((part) => part.StagesRoom));
const library = laterPart(() => import('../library/LibraryRoom').then((part) => part.LibraryRoom));
const evaluate = laterPart(() => import('../evaluate/EvaluateRoom').then((part) => part.EvaluateRoom));
const settings = laterPart(() => import('../settings/SettingsRoom').then((part) => part.SettingsRoom));
const palette = laterPart(() => import('../palette/Palette').then((part) => part.Palette));

export const StagesRoom = stages.Part;
export const LibraryRoom = library.Part;
export const EvaluateRoom = evaluate.Part;
export const SettingsRoom = settings.Part;
export const Palette = palette.Part;

/** The letters of prompts; a prompt drawn without them would be laid out twice. Without them it has the system's. */
const fetchLetters = () => document.fonts.load('1em "JetBrains Mono Variable"', 'a').catch(() => []);

/** Fetches all of them while the page has nothing else to do, so that none is waited for when it is opened. */
export async function fetchLaterParts(): Promise<void> {
  const rooms = [library.fetch, stages.fetch, ...laterCases, fetchLetters, evaluate.fetch, settings.fetch];
  for (const fetchPart of [laterExchange, ...rooms, palette.fetch]) {
    await new Promise<unknown>((idle) => requestIdleCallback(idle));
    await fetchPart();
  }
}
