import { ara } from 'stopword';
import { searchedOnly, type TextLanguage } from './language';

/** Beginnings and endings are those of the light stemmer light10 (Larkey, Ballesteros & Connell 2002). */
export const ar: TextLanguage = {
  ...searchedOnly,
  stopWords: ara,
  questionWords: 'ما ماذا متى أين كيف كم لماذا هل أي أية من مَن التي الذي الذين كان كانت يكون هو هي'.split(' '),
  letters: '\\p{Script=Arabic}',
  beginnings: ['وال', 'بال', 'كال', 'فال', 'ال', 'لل', 'و', ''],
  endings: { least: 3, of: ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي', ''] },
  offers: {
    section: 'ماذا يقول «{title}» عن «{heading}»؟',
    whole: null,
    notOf: 'الخاتمة|الفهرس|المراجع|المقدمة|مقدمة|خاتمة'.split('|'),
  },
  plainQuestions: 'ما هذا؟|من فعل ذلك؟|متى حدث ذلك؟|أين يقع؟|كم عددها؟|لماذا هو كذلك؟|كيف يعمل؟|أي منها هو الأكبر؟',
};
