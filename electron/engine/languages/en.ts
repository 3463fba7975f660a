import { eng } from 'stopword';
import type { TextLanguage } from './language';
import { enReview } from './review/en';

/** English function words that the list lacks, and what an apostrophe leaves of a denied verb. */
const further =
  'does doing when why whose whom its she hers ours yours not nor so than just again once until upon shall them don isn aren wasn weren doesn didn couldn wouldn shouldn hasn haven won y o'.split(
    ' ',
  );

export const en: TextLanguage = {
  stopWords: [...eng, ...further],
  questionWords: 'may whether within without there been were much what'.split(' '),
  alsoEnglish: [],
  telltale: [],
  letters: null,
  endings: null,
  capitalsTellNames: true,
  months: 'January February March April May June July August September October November December'.split(' '),
  shortMonths: 'Jan. Feb. Apr. Jun. Jul. Aug. Sep. Sept. Oct. Nov. Dec.'.split(' '),
  abbreviations: 'e.g i.e cf vs etc approx incl resp dr mr mrs ms prof st al'.split(' '),
  beforeNumber: 'fig figs eq eqs no nos vol p pp sec ch ext'.split(' '),
  asks: {
    time: ['when', '(?:what|which)(?: \\p{L}+)? (?:year|date|day|month|century|decade|era)s?', 'how long ago'],
    number: [
      'how (?:many|much|old|long|far|fast|large|big|tall|high|deep|wide|often|heavy|expensive)',
      '(?:what|which)(?: \\p{L}+){0,3} (?:percent|percentage|number|amount|share|population|rate|score|size|distance|price|cost|temperature|weight|speed|age)',
    ],
    name: ['who', 'whom', 'whose', 'where'],
  },
  clauseBefore: { begins: 'when|where', asks: 'what|which|who|whom|whose|how|why' },
  goesOn: {
    begins: ['and', 'but', 'or', 'so', 'then', 'what (?:about|if|else)', 'how about', '(?:who|where) else', 'same for'],
    standIns: [
      'it',
      'its',
      'they',
      'them',
      'theirs?',
      'he',
      'him',
      'his',
      'she',
      'hers?',
      'this',
      'that',
      'these',
      'those',
      'ones?(?= in| of|\\W*$)',
      '(?<!^|is |are |was |were |be |been )there(?! (?:is|are|was|were))',
    ],
  },
  instructions: {
    summarise: [
      '(?:please |(?:can|could|would) you (?:please )?)?(?:summari[sz]e|sum up)(.*)',
      '(?:please |(?:can|could|would) you (?:please )?)?(?:give|write|make|show)(?: me)? (?:an? |the )?(?:(?:short|brief|quick) )?(?:overview|summary|outline|gist|key points)(?: (?:of|on|about))?(.*)',
      '(?:what are )?(?:an? |the )?(?:(?:short|brief|quick) )?(?:overview|summary|outline|gist|(?:key|main) points) of(.*)',
      "what(?:’s|'s| is| are)(.+) (?:about|saying)",
      'tl;?dr(.*)',
    ],
    tellOf: ['what do(?:es)?(.+) (?:say|contain|cover|deal with)'],
    compare: [
      '(?:please |(?:can|could|would) you (?:please )?)?compare (.+?) (?:with|to|and|against|vs\\.?) (.+)',
      "(?:what(?:’s|'s| is| are) )?(?:the )?differences? between (.+?) and (.+)",
      'how do(?:es)? (.+?) (?:and|differ from|compare (?:to|with)) (.+?)(?: differ| compare)?',
    ],
    documents:
      'document documents file files text page pages pdf attachment content contents mail email message letter',
  },
  forms: {
    names: {
      checklist: 'check[- ]?lists?|to-?do(?:[- ]?lists?)?',
      table: 'tables?|tabular|columns?',
      code: 'code(?:[- ]?blocks?| fence)?|scripts?|snippets?',
      numbered: '(?:numbered|ordered) (?:lists?|steps|points)',
      list: 'bullet(?:s|ed| points?)?|lists?|enumerat\\w+',
      plain: 'plain(?: text)?|no markdown|prose|one (?:sentence|paragraph)',
    },
    as: 'as',
    asks: 'in|into|with|give|return|make|write|produce|create|draw',
    definite: 'the|this|that|these|those|which|each|every|its|their|our|my|your',
    indefinite: 'an?|one',
    without: 'no|not|without|never|avoid|nor',
    adverbs: '',
    polite: 'can|could|would|please',
    besideSchema: 'as|that|which|fits?|matches|matching|following|follows|with|this|an?|the|by|one|value|object',
  },
  numberWords:
    'two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred hundreds thousand thousands million millions billion billions half third thirds quarter quarters dozen dozens'.split(
      ' ',
    ),
  negations: {
    words: 'not no nor never none neither nobody nothing without cannot'.split(' '),
    harmless: ['not only', 'not just', 'no doubt', 'without doubt', 'not least', 'no longer than'],
  },
  bounds: {
    most: 'at most|(?:no|not|never) (?:more|longer|higher|later) than|up to|max(?:imum|\\.)?(?: of)?|under|below|less than|fewer than|(?:must |may )?not exceed(?:ing)?|does not exceed',
    least: 'at least|(?:no|not|never) (?:less|fewer|shorter) than|min(?:imum|\\.)?(?: of)?|over|above|more than',
    about: 'about|around|approx(?:imately|\\.)?|roughly|circa|ca\\.?|nearly|almost',
    from: 'between|from',
    to: 'to',
    and: 'and',
    naming:
      'chapters?|sections?|figures?|fig\\.?|tables?|pages?|pp?\\.?|parts?|steps?|articles?|clauses?|items?|nos?\\.?|numbers?|versions?|volumes?|vol\\.?|equations?|eq\\.?|appendix|rooms?|lines?|halls?|phases?|levels?',
  },
  demands:
    "must|shall|should|may not|cannot|can't|only|never|at most|at least|no more than|required|requires|limit(?:ed)?|forbidden|not allowed".split(
      '|',
    ),
  calendarWords: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday century centuries BC AD'.split(' '),
  knowsNot: [
    "(?:i|we) (?:do not|don['’]t|cannot|can['’]t|could not|couldn['’]t) (?:know|tell|say|find|answer|determine)",
    "(?:documents?|passages?|texts?|contexts?|attachments?|sources?)(?!\\p{L})[^.,]* (?:do|does|did)(?: not|n['’]t) (?:contain|say|mention|answer|state|tell|provide|give|specify|include|hold)",
    'no (?:information|answer|mention)(?!\\p{L})',
    '(?:is|are) not (?:mentioned|stated|given|specified|provided|known)(?!\\p{L})',
  ],
  offers: {
    section: 'What does “{title}” say about “{heading}”?',
    whole: 'What is “{title}” about?',
    notOf:
      'abstract|acknowledgements|agenda|appendix|bibliography|conclusion|citations|contents|foreword|front matter|index|introduction|notes|overview|preface|references|signatures|summary|table of contents'.split(
        '|',
      ),
  },
  plainQuestions:
    'What is this?|Who did it?|When did it happen?|Where is it?|How many are there?|Why is that so?|How does it work?|Which of them is the largest?',
  review: enReview,
};
