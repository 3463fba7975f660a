import { lazy } from 'react';
import { laterExchange } from '../chat/later-exchange';
import { laterCases } from './later-cases';

const stages = () => import('../stages/StagesRoom');
const library = () => import('../library/LibraryRoom');
const evaluate = () => import('../evaluate/EvaluateRoom');
const settings = () => import('../settings/SettingsRoom');
const palette = () => import('../palette/Palette');

/*
 * What the first screen does without, fetched when it is first shown or when the first screen stands: so half of the
 * page's script is not read before a question can be written.
 */
export const StagesRoom = lazy(() => stages().then((part) => ({ default: part.StagesRoom })));
export const LibraryRoom = lazy(() => library().then((part) => ({ default: part.LibraryRoom })));
export const EvaluateRoom = lazy(() => evaluate().then((part) => ({ default: part.EvaluateRoom })));
export const SettingsRoom = lazy(() => settings().then((part) => ({ default: part.SettingsRoom })));
export const Palette = lazy(() => palette().then((part) => ({ default: part.Palette })));

/** Fetches all of them while the page has nothing else to do, so that none is waited for when it is opened. */
export async function fetchLaterParts(): Promise<void> {
  for (const fetchPart of [laterExchange, library, stages, ...laterCases, evaluate, settings, palette]) {
    await new Promise<unknown>((idle) => requestIdleCallback(idle));
    await fetchPart();
  }
}
