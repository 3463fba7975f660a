import { por } from 'stopword';
import { searchedOnly, type TextLanguage } from './language';

export const pt: TextLanguage = {
  stopWords: por,
  questionWords: [
    ...'quais quando quanto quanta quantos quantas onde aonde quem porque porquê por quê como'.split(' '),
    ...'pode podem deve devem foi foram era eram está estão há cada todo toda todos todas'.split(' '),
  ],
  alsoEnglish: [],
  telltale: 'uma nao pela pelo quem onde quais tambem'.split(' '),
  letters: 'ãõ',
  endings: {
    least: 3,
    of: ['ções', 'coes', 'ção', 'cao', 'ões', 'oes', 'ão', 'ao', 'es', 'os', 'as', 's', 'o', 'a', ''],
  },
  capitalsTellNames: true,
  months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
  shortMonths: [],
  abbreviations: 'sra srs dra profa p.ex ltda'.split(' '),
  beforeNumber: 'fig cap vol pág págs art tel núm'.split(' '),
  asks: {
    time: ['quando', '(?:em|desde) que (?:ano|data|século|dia|mês)'],
    number: ['quant[oa]s?'],
    name: ['quem', 'onde', 'aonde'],
  },
  goesOn: {
    begins: ['mas', 'então', 'também', 'e (?:o|a|os|as|quem|onde|quando|quanto|como)', '(?:quem|que|o que|onde) mais'],
    standIns:
      'eles elas dele dela deles delas seu sua seus suas isso isto aquilo esse essa esses essas nele nela'.split(' '),
  },
  instructions: searchedOnly.instructions,
  numberWords: 'dois duas três quatro cinco seis sete oito nove dez vinte cem mil milhões bilhões'.split(' '),
  negations: { words: [], harmless: [] },
  demands: [],
  calendarWords: ['século', 'séculos'],
  knowsNot: [
    'não sei(?!\\p{L})',
    'não (?:contêm|contém|mencionam|menciona|dizem|diz|respondem|responde|indicam|indica)(?!\\p{L})',
    '(?:nenhuma|não há) (?:informação|resposta|menção)',
  ],
  plainQuestions:
    'O que é isto?|Quem fez isso?|Quando aconteceu?|Onde fica?|Quantos são?|Por que é assim?|Como funciona?|Qual deles é o maior?',
};
