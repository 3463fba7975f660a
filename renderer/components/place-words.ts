import { type PlacedFile, placeName } from '@shared/place-names';
import { language } from '../strings/index';

/** Where something stands in its file, in the current language and the format's own words: `page 3`, `Folien 3–5`. */
export function formatPlace(place: PlacedFile & { readonly pages: readonly number[] }): string {
  return placeName(place, language());
}
