import { ita } from 'stopword';
import { searchedOnly, type TextLanguage } from './language';

export const it: TextLanguage = {
  stopWords: ita,
  questionWords: [
    ...'quale quali quando quanto quanta quanti quante dove chi perché come cosa qual cos dov'.split(' '),
    ...'può possono deve devono essere viene vengono fa fanno ogni tutto tutti tutte tra fra'.split(' '),
  ],
  alsoEnglish: [],
  telltale: 'il gli della delle degli nel nella sono quale quali perche'.split(' '),
  letters: 'àèìòù',
  endings: { least: 3, of: ['chi', 'che', 'ghi', 'hi', 'he', 'i', 'e', 'o', 'a', ''] },
  capitalsTellNames: true,
  months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' '),
  shortMonths: [],
  abbreviations: 'sig sigg sig.ra dott dott.ssa ing avv ecc p.es cfr'.split(' '),
  beforeNumber: 'fig cap vol pag pagg art tel'.split(' '),
  asks: {
    time: ['quando', '(?:in|da|a) (?:che|quale) (?:anno|data|secolo|giorno|mese)'],
    number: ['quant[oie]'],
    name: ['(?:chi|dove) (?:è|era|fu|ha|sono|sta|stanno|si|può)', "dov['’]è"],
  },
  goesOn: {
    begins: ['ma', 'allora', 'oppure', 'anche', 'che ne è', '(?:chi|che cosa|cosa|dove) altro'],
    standIns:
      'lui lei loro esso essa essi esse suo sua suoi sue ciò questo questi queste quello quelli quelle lì'.split(' '),
  },
  instructions: searchedOnly.instructions,
  numberWords: 'tre quattro cinque sette otto nove dieci venti cento mille mila milioni miliardi'.split(' '),
  negations: { words: [], harmless: [] },
  demands: [],
  calendarWords: ['secolo', 'secoli'],
  knowsNot: [
    'non (?:lo )?so(?!\\p{L})',
    'non (?:contengono|contiene|menzionano|menziona|dicono|dice|rispondono|risponde|indicano|indica)(?!\\p{L})',
    'nessuna (?:informazione|risposta|menzione)',
  ],
  plainQuestions:
    'Che cos’è?|Chi l’ha fatto?|Quando è successo?|Dov’è?|Quanti sono?|Perché è così?|Come funziona?|Quale di essi è il più grande?',
};
