import { fra } from 'stopword';
import type { TextLanguage } from './language';

/** French questions are told by their function words alone so far: what they ask for is not read. */
export const fr: TextLanguage = {
  stopWords: fra,
  questionWords: 'quel quelle quels quelles comment pourquoi quand combien où qui quoi est sont était'.split(' '),
  alsoEnglish: [],
  telltale: [],
  endings: null,
  months: [],
  shortMonths: [],
  abbreviations: [],
  beforeNumber: [],
  asks: { time: [], number: [], name: [] },
  goesOn: {
    begins: ['et', 'mais', 'ou', 'alors', 'aussi', 'qu’en est-il', '(?:quoi|qui) d’autre'],
    standIns: 'elles? ils lui leurs? cela ça ceci celui celle ceux celles son sa ses'.split(' '),
  },
  numberWords: [],
  calendarWords: [],
};
