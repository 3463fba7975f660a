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
      'tl;?dr(.*)',
    ],
    tellOf: ["what(?:’s|'s| is| are)(.+) (?:about|saying)", 'what do(?:es)?(.+) (?:say|contain|cover|deal with)'],
    compare: [
      '(?:please |(?:can|could|would) you (?:please )?)?compare (.+?) (?:with|to|and|against|vs\\.?) (.+)',
      '(?:please |(?:can|could|would) you (?:please )?)?compare(.+)',
    ],
    differ: [
      "(?:what(?:’s|'s| is| are) )?(?:the )?differences? between (.+?) and (.+)",
      'what (?:has |have )?(?:changed|is different|differs) between (.+?) and (.+)',
      '(\\S.*?) (?:vs\\.?|versus) (\\S.*)',
      'how do(?:es)? (.+?) (?:and|differ from|compare (?:to|with)) (.+?)(?: differ| compare)?',
    ],
    partOf: 'in|within|of|from|under',
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
  numbers: {
    cardinals: {
      zero: 0,
      one: 1,
      two: 2,
      three: 3,
      four: 4,
      five: 5,
      six: 6,
      seven: 7,
      eight: 8,
      nine: 9,
      ten: 10,
      eleven: 11,
      twelve: 12,
      thirteen: 13,
      fourteen: 14,
      fifteen: 15,
      sixteen: 16,
      seventeen: 17,
      eighteen: 18,
      nineteen: 19,
      twenty: 20,
      thirty: 30,
      forty: 40,
      fifty: 50,
      sixty: 60,
      seventy: 70,
      eighty: 80,
      ninety: 90,
      hundred: 100,
    },
    one: '',
    ordinals: {
      first: 1,
      second: 2,
      third: 3,
      fourth: 4,
      fifth: 5,
      sixth: 6,
      seventh: 7,
      eighth: 8,
      ninth: 9,
      tenth: 10,
    },
    multipliers: { thousand: 1e3, million: 1e6, millions: 1e6, billion: 1e9, billions: 1e9, m: 1e6, bn: 1e9, k: 1e3 },
    others: 'hundreds thousands half third thirds quarter quarters dozen dozens'.split(' '),
  },
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
  calculation: {
    emptyCells: 'n/a|na|n.a.|none|nil|unknown|tba|tbd|tbc'.split('|'),
    besideDates: 'monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|of|the|on'.split(
      '|',
    ),
    totals: 'total|totals|grand total|sum|overall|all|career total|career|subtotal'.split('|'),
    operators: {
      howMany:
        'total number of|the total number of|total amount of|the total amount of|how many|what is the number of|what was the number of|what are the number of|the number of|number of|what number of|how often|how many times|count of|how much|the amount of|amount of|what amount of|count the|quantity of|the count of'.split(
          '|',
        ),
      total:
        'total|in total|altogether|combined|sum|sum of|all together|overall|in all|added together|put together|total number of|total amount of'.split(
          '|',
        ),
      average: 'average|mean|on average|averaged|averages'.split('|'),
      most: 'most|highest|greatest|largest|biggest|maximum|max|top|best|more than any other|more than any|the most|highest number of|the highest number of|largest number of|greatest number of|most number of|most amount of|largest amount of|highest amount of|greatest amount of|the most number of'.split(
        '|',
      ),
      least:
        'least|lowest|fewest|smallest|minimum|min|worst|the least|the fewest|lowest number of|the lowest number of|least number of|least amount of|lowest amount of|fewest number of|smallest number of|fewest amount of|smallest amount of'.split(
          '|',
        ),
      first: 'first|earliest|earlier|sooner|initial|the first|at the top'.split('|'),
      last: 'last|latest|later|final|most recent|most recently|lastly|bottom|the last|at the bottom'.split('|'),
      next: 'next after|comes after|come after|came after|listed after|listed next after|directly after|immediately after|right after|just after|following|follows|followed|succeeded|after|below|listed below|directly below|right below|came next after|comes next after|next to|comes directly after|came directly after|came immediately after|comes immediately after|next|succeeding|right under|directly following|immediately following|succeeds'.split(
        '|',
      ),
      previous:
        'comes before|come before|came before|listed before|directly before|immediately before|right before|just before|before|above|listed above|directly above|right above|preceded|precedes|preceding|prior to|previous to|previous|comes directly before|came directly before|came immediately before|comes immediately before|ahead of|directly preceding|immediately preceding|just above'.split(
          '|',
        ),
      more: 'more than|over|greater than|higher than|larger than|above|exceeds|exceeding|exceed|exceeded|bigger than|longer than|taller than|older than|heavier than|in excess of|not less than and not|better than|higher|upwards of'.split(
        '|',
      ),
      less: 'less than|under|fewer than|lower than|smaller than|below|shorter than|younger than|lighter than|not more than and not|lower|worse than'.split(
        '|',
      ),
      atLeast:
        'since|at least|no less than|no fewer than|not less than|a minimum of|minimum of|or more|or higher|or greater|or better|or above|and above|or over|and up'.split(
          '|',
        ),
      atMost:
        'until|at most|no more than|not more than|a maximum of|maximum of|up to|or less|or fewer|or lower|or below|and below|or under'.split(
          '|',
        ),
      between: 'between|from'.split('|'),
      and: 'and|to|through|until|&'.split('|'),
      or: 'or'.split('|'),
      not: "not|never|other than|besides|except|except for|excluding|aside from|apart from|without|did not|does not|do not|is not|was not|were not|are not|didn't|doesn't|don't|isn't|wasn't|weren't|aren't|didnt|doesnt|has no|have no|had no|in addition to|no|didn’t|doesn’t|wasn’t".split(
        '|',
      ),
      difference:
        'difference|how many more|how much more|how many fewer|how many less|how much less|difference in|difference between|how much longer|how much higher|how much larger|how much greater|how much bigger|how much taller|how much heavier|how much older|how much faster'.split(
          '|',
        ),
      distinct: 'different|unique|distinct|differing|various|separate'.split('|'),
      each: 'each|every|per|all'.split('|'),
      same: 'same|as many|equal|identical|the same as|as much|tied with|shares|shared|same amount'.split('|'),
      only: 'only|sole|alone|just'.split('|'),
      after: 'after|later than|following'.split('|'),
      before: 'before|prior to|earlier than'.split('|'),
      who: 'who|whom|whose|what person|which person'.split('|'),
      where: 'where|what place|which place|what location|which location'.split('|'),
      when: 'when'.split('|'),
      isIt: 'is|was|were|are|did|does|do|has|have|had|can|could'.split('|'),
      which:
        "which|what|name|list|tell me|give|give me|name the|list the|what is|what was|what are|what were|which of the|which of these|which one|show|find|identify|state|provide|whats|what's".split(
          '|',
        ),
      higher: 'more|higher|larger|greater|bigger|better'.split('|'),
      lower: 'less|fewer|lower|smaller|worse'.split('|'),
      beyond:
        'consecutive|consecutively|in a row|streak|straight|ratio|percent of|percentage of|how long|how old|how far|how tall|how big|how fast|how high|how large|how deep|probability|median|twice as|half of|what percentage|years apart|how many days|how many hours|how many minutes|combination|pattern|trend|alphabetical|alphabetically|starts with|begins with|ends with|begin with|start with|end with|majority|this year|today|currently'.split(
          '|',
        ),
    },
    measures: [
      {
        higher: 'tallest|taller|tall'.split('|'),
        lower: [],
        heads: 'height|elevation|metres|meters|m|ft|feet|prominence'.split('|'),
      },
      {
        higher: [],
        lower: 'shortest|shorter|short'.split('|'),
        heads: 'height|length|duration|runtime|distance|time|running time'.split('|'),
      },
      {
        higher: 'longest|longer|long'.split('|'),
        lower: [],
        heads: 'length|duration|runtime|running time|distance|time|span|years|term|reign|days'.split('|'),
      },
      {
        higher: 'highest|higher|high'.split('|'),
        lower: 'lowest|lower|low'.split('|'),
        heads: 'height|elevation|altitude'.split('|'),
      },
      {
        higher: 'oldest|older|old|elder'.split('|'),
        lower: 'youngest|younger|young'.split('|'),
        heads: 'age'.split('|'),
      },
      {
        higher: 'newest|newer|new|latest'.split('|'),
        lower: 'oldest|older|old|earliest'.split('|'),
        heads: 'year|date|built|founded|established|opened|introduced|released|born|completed|launched'.split('|'),
      },
      {
        higher: 'youngest|younger'.split('|'),
        lower: 'oldest|older'.split('|'),
        heads: 'born|birth|birthdate|birth date|date of birth|year of birth'.split('|'),
      },
      {
        higher: 'heaviest|heavier|heavy'.split('|'),
        lower: 'lightest|lighter|light'.split('|'),
        heads: 'weight|mass|kg|lbs'.split('|'),
      },
      {
        higher: 'fastest|faster|fast'.split('|'),
        lower: 'slowest|slower|slow'.split('|'),
        heads: 'speed|top speed|max speed|velocity'.split('|'),
      },
      {
        higher: 'slowest|slower|slow'.split('|'),
        lower: 'fastest|faster|fast|quickest'.split('|'),
        heads: 'time|lap time|best time'.split('|'),
      },
      {
        higher: 'largest|larger|large|biggest|bigger|big'.split('|'),
        lower: 'smallest|smaller|small'.split('|'),
        heads: 'area|size|population|capacity|acres|enrollment|area km2|km2'.split('|'),
      },
      {
        higher: 'deepest|deeper|deep'.split('|'),
        lower: 'shallowest|shallower|shallow'.split('|'),
        heads: 'depth'.split('|'),
      },
      {
        higher: 'widest|wider|wide|broadest'.split('|'),
        lower: 'narrowest|narrower|narrow'.split('|'),
        heads: 'width|breadth'.split('|'),
      },
      {
        higher: 'farthest|further|furthest|far'.split('|'),
        lower: 'nearest|closest|near'.split('|'),
        heads: 'distance'.split('|'),
      },
      {
        higher: 'most expensive|more expensive|priciest|costliest|expensive'.split('|'),
        lower: 'cheapest|least expensive|cheaper|cheap'.split('|'),
        heads: 'price|cost|amount|fee|value|total'.split('|'),
      },
      {
        higher: 'wealthiest|richest'.split('|'),
        lower: 'poorest'.split('|'),
        heads: 'wealth|income|net worth|gdp|worth'.split('|'),
      },
      {
        higher: 'most populous|most populated|more populous'.split('|'),
        lower: 'least populous|least populated'.split('|'),
        heads: 'population|inhabitants|residents'.split('|'),
      },
      {
        higher: 'hottest|warmest|warmer|hotter'.split('|'),
        lower: 'coldest|coolest|colder|cooler'.split('|'),
        heads: 'temperature|temp'.split('|'),
      },
      {
        higher: 'most attended|highest attended|best attended'.split('|'),
        lower: 'least attended|lowest attended'.split('|'),
        heads: 'attendance|spectators|crowd|visitors'.split('|'),
      },
      {
        higher: 'highest grossing|most successful'.split('|'),
        lower: 'lowest grossing|least successful'.split('|'),
        heads: 'gross|box office|revenue|sales|rentals'.split('|'),
      },
      {
        higher: 'most watched|most viewed'.split('|'),
        lower: 'least watched|least viewed'.split('|'),
        heads: 'viewers|ratings|viewership'.split('|'),
      },
      { higher: 'steepest'.split('|'), lower: [], heads: 'gradient|slope'.split('|') },
    ],
    heads: {
      who: 'name|player|person|driver|rider|athlete|artist|winner|candidate|actor|actress|director|author|writer|president|coach|manager|champion|incumbent|member|holder|wrestler|runner up|governor|minister|mayor|swimmer|skater|competitor|employee|customer|representative|officer|student|singer|composer|performer|designer|staff|teacher|patient|contact|seller|owner|recipient|pilot|captain|king|senator|leader|cyclist|golfer|jockey|chief|senator|honoree|title holder|contestant|congressman|ambassador|host|team|nation|country|club|opponent|lead|client|supplier'.split(
        '|',
      ),
      where:
        'location|place|city|venue|site|country|stadium|town|hometown|state|region|county|residence|address|arena|district|birthplace|nation|headquarters|department|area|warehouse|branch|ground|office'.split(
          '|',
        ),
      when: 'year|date|season|day|month|time|period|born|died|opened|founded|established|completed|built|released|week|term|due|start|end|built in'.split(
        '|',
      ),
      naming: 'title|name'.split('|'),
      list: 'list|listed|chart|table'.split('|'),
      standing: 'rank|position|pos|place|seed|ranking'.split('|'),
      rank: 'rank|position|pos|no|number|place|seed|#|week|round|game|year|season|id|nr|pick|sr no|s no|code|zip|edition|date|time|day|month|age'.split(
        '|',
      ),
    },
    outcomes: [
      { cells: ['w', 'win', 'won'], asked: ['win', 'wins', 'won', 'victory', 'victories'] },
      { cells: ['l', 'loss', 'lost'], asked: ['loss', 'losses', 'lost', 'lose', 'defeat', 'defeats', 'defeated'] },
      { cells: ['t', 'd', 'draw', 'tie', 'tied'], asked: ['tie', 'ties', 'tied', 'draw', 'draws'] },
    ],
    synonyms: [
      'film movie title',
      'country nation nationality',
      'team club squad',
      'competition tournament event championship meet',
      'attendance spectators crowd attended people fans',
      'result score outcome',
      'date day',
      'position place rank finish finished placed ranked ranking standing',
      'location venue site place city',
      'player name',
      'song title single track',
      'album title',
      'episode title',
      'book title',
      'game match opponent',
      'population people inhabitants residents',
      'year season',
      'points scored',
      'price cost',
      'manufacturer maker builder made built',
      'constructed built completed',
      'genre type style',
      'network channel',
      'company firm',
      'school college university institution',
      'wins won win victories',
      'losses lost loss defeats',
      'draws ties drawn',
      'winner champion won',
      'runner-up second',
      'length long duration',
      'height tall elevation',
      'weight heavy mass',
      'age old',
      'party affiliation',
      'role character',
      'notes comments remarks',
      'amount sum money',
      'salary wage pay',
      'customer client',
      'employee staff worker',
      'quantity units pieces',
      'born birth',
    ],
    times: { once: 1, twice: 2, single: 1 },
    particles: { of: 'of|all'.split('|'), by: ['by'], what: 'what|whats|give|tell|name'.split('|') },
    periods: { year: 'year|years'.split('|'), month: 'month|months'.split('|') },
    plural: 'are were list names'.split(' '),
    harmless:
      "the a an of earned earn receive received hold holds contain contains containing have having feature featured features include includes included including belong belongs compete competed participate participated come came go went reach reached used use known found see saw seen represent represented representing held actually mentioned other others another there ever even still overall following those again individual single entire certain particular number numbers different person people someone anyone thing things kind type in on at by for to with from is was were are be been being did does do has have had that this these those there their his her its it they he she them as and or any some will would can could table chart list listed row entry entries record recorded according shown show given data below above please me tell give name which what who whose whom when where how many much number amount times time overall s t per than also so only ever one ones out total all each every during into among within total's named called value type kind said about column columns information i you we us more most if then get gets got make made makes take takes took taken occur occurred occurs happen happened place held appear appears appeared exist exists between same different not".split(
        ' ',
      ),
  },
};
