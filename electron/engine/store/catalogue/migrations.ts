import { defaultCollection } from '@shared/collection-names';
import steps from './schema.json';

/** Returns SQL for a short key of a text (an expression). An index of whole texts would store them twice. */
export const markOfText = (text: string): string => `length(${text}) || substr(${text}, length(${text}) / 2, 12)`;

/** The steps of the catalogue's schema, counted by `PRAGMA user_version`. A released step is never edited. */
export const migrations: readonly string[] = steps.map((lines) =>
  lines.join('\n').replace('{{text_mark}}', markOfText('text')).replace('{{default_collection}}', defaultCollection),
);
