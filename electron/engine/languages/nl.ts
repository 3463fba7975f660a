import { nld } from 'stopword';
import { searchedOnly, type TextLanguage } from './language';

export const nl: TextLanguage = {
  stopWords: nld,
  questionWords: [
    ...'welke welk wie wiens hoe hoeveel wanneer waar waarom waarin waarmee waarvan waarvoor waardoor waarheen'.split(
      ' ',
    ),
    ...'wordt worden werden kunnen moeten mag mogen staat staan tussen sinds elke elk alle'.split(' '),
  ],
  alsoEnglish: [],
  telltale: 'het een niet zijn wordt werd naar deze ook welke welk wanneer hoeveel waarom'.split(' '),
  letters: null,
  endings: { least: 3, of: ['eren', 'en', 'es', "'s", 's', 'e', 'n', 't', ''] },
  capitalsTellNames: true,
  months: 'januari februari maart april mei juni juli augustus september oktober november december'.split(' '),
  shortMonths: [],
  abbreviations: 'bijv bv d.w.z o.a m.b.t t.o.v a.u.b enz evt incl excl dhr mevr mw ing drs'.split(' '),
  beforeNumber: 'nr nrs afb tab hfst blz art fig tel'.split(' '),
  asks: {
    time: ['wanneer', 'sinds wanneer', 'in welk(?:e)? (?:jaar|maand|eeuw)', 'op welke (?:datum|dag)'],
    number: ['hoeveel', 'hoe (?:lang|vaak|oud|ver|groot|hoog|zwaar|duur|diep|breed)'],
    name: ['wie (?:is|was|zijn|waren|heeft|hebben|had|werd)', 'wiens', 'waar', 'waarheen'],
  },
  goesOn: {
    begins: [
      'maar',
      'dus',
      'en (?:wat|hoe|wie|waar|wanneer|welke?|waarom|de|het)',
      'hoe zit het met',
      '(?:wie|wat|waar) nog',
    ],
    standIns: 'hij zij hun ervan erover erin daarvan daarover daarmee daarin hiervan deze'.split(' '),
  },
  instructions: searchedOnly.instructions,
  numberWords: 'twee drie vier vijf zes zeven acht negen tien twintig honderd duizend miljoen miljard'.split(' '),
  negations: { words: [], harmless: [] },
  demands: [],
  calendarWords: ['eeuw', 'eeuwen'],
  knowsNot: [
    'ik weet (?:het |dat )?niet',
    '(?:documenten|teksten|passages|bronnen|stukken) (?:bevatten|noemen|zeggen|vermelden|beantwoorden|geven)(?!\\p{L})[^.,]*(?:niet|geen)',
    'niet (?:genoemd|vermeld|bekend|aangegeven)',
    'geen (?:informatie|antwoord|vermelding)(?!\\p{L})',
  ],
  plainQuestions:
    'Wat is dit?|Wie heeft het gedaan?|Wanneer is het gebeurd?|Waar is het?|Hoeveel zijn er?|Waarom is dat zo?|Hoe werkt het?|Welke is de grootste?',
};
