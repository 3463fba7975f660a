import type { ReviewWords } from '../language';

const agreement = '(?:agreement|contract|lease|letter|undertaking|obligations?|covenants?|restrictions?)';

export const enReview: ReviewWords = {
  units: { days: 'days?', weeks: 'weeks?', months: 'months?', years: 'years?' },
  besideUnit: 'calendar|business|working|full|consecutive|additional|successive|continuous',
  anniversary: 'anniversary',
  currencies: {
    USD: '(?:u\\.?s\\.? |united states )?dollars?',
    EUR: 'euros?',
    GBP: '(?:british )?pounds?(?: sterling)?',
    CHF: 'swiss francs?',
    JPY: '(?:japanese )?yen',
  },
  percent: 'percent|per cent|pct',
  parties: {
    between: '(?:by and )?(?:between|among|amongst)(?: and among)?|by and among',
    and: 'and|or|with',
    article: 'the|a|an|mr|ms|mrs|dr',
    aside: 'a|an|with|having|formerly|including|together with|acting|residing|of|organized|located|and its|on behalf',
  },
  roles:
    'company|employee|employer|executive|buyer|seller|purchaser|vendor|supplier|customer|client|contractor|consultant|recipient|licensor|licensee|lessor|lessee|landlord|tenant|lender|borrower|investor|parent|party|parties|disclosing party|receiving party|discloser|owner|agent|bank|you|we|us|i|associate|director|manager|provider|distributor|service provider',
  called: 'hereinafter|hereafter|herein|referred to as|collectively|together|individually|each|the|this|as|or',
  signedBy: 'by|for',
  organisations:
    'company|corporation|corp|incorporated|limited|university|college|institute|bank|trust|partners|partnership|group|holdings?|foundation|association|society|agency|ministry|department|authority|council|committee|hospital|industries|technologies|systems|services|associates|laboratories|pharmaceuticals|regents|board|ventures|capital|co-?operative|international|enterprises|solutions|hotels?|airlines|insurance',
  inNames: 'of|the|for|de|del|la|van|von|der|den|di|da',
  inPersons: 'de|del|la|van|von|der|den|di|da',
  titles: 'mr|mrs|ms|dr|prof|professor|sir|dame|hon',
  offices:
    'president|vice|ceo|cfo|coo|officer|director|secretary|treasurer|chairman|chairwoman|chair|title|name|by|its|date|attention|attn|dear|chief|signature|signed|manager|witness|counsel|principal|re',
  states: 'state|commonwealth|republic|province|kingdom|canton|territory|district|federal republic|grand duchy',
  lawOf: '(?:internal |substantive |domestic )?laws?(?:,? and not the law of conflicts,?)?(?: in force)? (?:of|in)',
  placeLaw: 'laws?',
  nationalLaw:
    '(?:english|german|french|spanish|swiss|austrian|dutch|italian|irish|scottish|japanese|swedish|danish|norwegian|belgian|canadian|indian|israeli|chinese) law',
  yes: 'yes',
  no: 'no',
  forbids: 'prohibited|forbidden|prohibits',
  links: 'of|is|was|are|were|in|to|a|an|the|be|for|at|no',
  copulas: 'is|are|was|shall be|will be',
  asksFor: {
    'yes-no':
      '^(?:is|are|was(?! ist| sind| hat| wird| wurde| kostet)|were|does|do|did|has|have|had|can|could|may|must|shall|should|will|would)(?!\\p{L})',
    number: 'how many|number of|dose|dosage|sample size|count of|how (?:old|large|big|tall|far)',
    percentage:
      'percent|(?:what|which) (?:share|proportion)|share of|proportion of|(?:interest|tax|vat|discount|commission|growth|error|response|success|mortality|unemployment|inflation) rate|rate of|how many percent',
    amount:
      'how much|amount|price|fee|cost|total|sum|value of|salary|rent|budget|purchase price|vat|tax|penalt|liabilit\\p{L}+ cap|cap on',
    date: 'when(?!\\p{L})|what (?:date|year|day)|which (?:date|year|day)|date|deadline|year of|due by',
    duration: 'how long|term of|duration|period|notice',
    name: 'who(?:m|se)?(?!\\p{L})|names? of|parties|party|author|supplier|customer|vendor|client|employer|signator|signed by|which (?:company|person|organi[sz]ation|court|bank)',
    place: 'where|which (?:state|country|city|law|jurisdiction)|jurisdiction|governing law|governs|place of|seat of',
  },
  asksMany:
    'who are|which are|what are|list|all|names|parties|authors|signatories|dates|amounts|names of|inventors|members',
  kinds: {
    agreement: 'agreements?|contracts?|lease',
    invoice: 'invoices?|bill',
    study: 'stud(?:y|ies)|trials?|experiments?|abstract',
  },
  fields: {
    'effective-date': {
      asks: `effective date|effective|in(?:to)? (?:force|effect)|tak(?:es?|ing) effect|(?:date|dated|signed|made|entered|concluded|commence\\p{L}*|start\\p{L}*|begins?)(?: .{0,30})? ${agreement}|${agreement}(?: .{0,20})? (?:dated?|signed|made|entered|begin|start|commence)|contract date|start date|commencement date|date of signing`,
      before: `(?:as of|dated(?: as of)?|effective date(?: of| is| shall be)?|effective(?: on| as of| from)?|(?:made|entered into|executed|signed|concluded|agreed)(?: (?:this|the) ${agreement})?(?: this| on| as of| effective)*|(?:(?:comes?|came|enters?|entered) into (?:force|effect)|(?:takes?|took|taking) effect)(?: on| as of| from)?|with effect from|(?:commenc(?:es?|ing)|begins?|starts?)(?: on)?|(?:as of|dated|made|on|effective|agreement) this)(?: the)?|this`,
      behind:
        '(?:the |hereinafter |this |collectively |herein )*[“"]?(?:effective date|commencement date|agreement date|date of this agreement|agreement)',
      near: `this [a-z, -]{0,90}${agreement}|made and entered|executed this|in witness whereof|first (?:written|set forth) above`,
      not: '',
      // A paper that is named within a sentence, by an article and not by “this”.
      notBefore: `(?:incorporated|organi[sz]ed|formed|founded|established|registered)(?: in [a-z ]{2,30})?(?: on| in)?|(?<=\\p{L}[ \\n,(]{1,3})(?:the|that|an?|certain|such|prior|previous|original|existing|its|their|your|our)\\s(?:(?!this)[^\\s;]{1,30}\\s){0,7}(?:agreement|contract|lease|letter|plan|amendment|note|order|program|policy|deed)s?(?!\\p{L})(?:(?!(?<!\\p{L})this(?!\\p{L})|\\d{4})[^;]){0,90}(?:dated|effective|entered into|executed|signed|made|amended|as of)(?: as)?(?: of| on)?`,
    },
    party: {
      asks: 'part(?:y|ies)(?! in a)|counterpart|contracting|who (?:signed|signs|concluded|made|entered)|(?:compan|person|organi)\\p{L}* .{0,30}(?:signed|concluded|entered|contract|agreement)|between whom|who is (?:the )?(?:agreement|contract) (?:with|between)',
      before: '',
      behind: '',
      near: '',
      not: '',
    },
    law: {
      asks: "govern\\p{L}* law|laws? (?:that )?(?:govern|appl)|law\\b.{0,20}govern|governs?|governed|applicable law|choice of law|jurisdiction|which (?:state|country)(?:[’']s| ?s)? law|whose law",
      before:
        '(?:govern(?:ed|ing law)|constru(?:ed|ction)|interpret(?:ed|ation)|enforced|applicable law|choice of law|controlled by|subject to)[^.;]{0,90}(?:laws?|of|in)(?: the)?(?: state| commonwealth| republic| province)?(?: of)?(?: the)?|governing law|applicable law',
      behind: '',
      near: 'govern|constru|interpret|enforced|applicable law|choice of law|controlled by|in accordance with|jurisdiction|venue|submit',
      not: '',
    },
    term: {
      asks: `term(?! of (?:payment|office))|how long .{0,40}(?:last|run|valid|force|effect|bind|continue|agreement|contract|obligation)|duration|length of (?:the )?${agreement}|${agreement} .{0,30}(?:last|expire|end)|when does .{0,40}(?:expire|end)|expir`,
      before: `(?:term|duration)(?: of (?:this|the) ${agreement})?(?: of| is| shall be| will be| shall continue for)(?: up to| at least)?(?: a period of)?|expires?(?: and [a-z ]{0,60})?(?: on| upon| after| at the end of)?(?: the| a period of)?|(?:shall|will) terminate(?: automatically)?(?: on| upon| after)?(?: the)?|(?:effect|force|effective|binding|survives?|continues?|remain|lasts?|valid)(?: in full force and effect| in (?:full )?(?:force|effect))?(?: for| until| upon| on)?(?: a (?:further )?(?:period|term) of| the)?|cease(?: to be effective| to apply)?(?: upon| on)?`,
      behind:
        '(?:period |term )?(?:from|after|following|of|commencing|beginning|starting)(?: on)?(?: and [a-z ]{0,30})? (?:the )?(?:date (?:hereof|of (?:this|the|its|execution|signing) (?:agreement|letter|contract|undertaking)|first)|effective date|execution of this|commencement date)',
      near: `(?:${agreement}|hereunder|hereof|herein)[^.;]{0,120}(?:expires?(?!\\p{L})|shall terminate|will terminate|remain (?:in|bind|effective)|continue (?:in|for|until)|in effect|in force|cease|survive|binding)|term of (?:this|the) ${agreement}`,
      not: 'solicit|hire|hiring|employment|employed|standstill|acquire|securities|compet|salary|severance|warrant|cure|days? (?:of|after|following) receipt|preceding|immediately|within|(?:of|in|under) this (?:section|paragraph|clause|article)',
      notBehind:
        "(?:[’']?s|[’'])?(?: (?:of|prior|advance|written|and|in))* (?:notice|notification)|(?:thereafter|(?:(?:immediately )?(?:after|following)|from) (?:(?:the|any|such|this|its|date|effective|of|last|day) )*(?:terminat|expir|cessation|disclosure|receipt))\\p{L}*",
    },
    'notice-period': {
      asks: 'notice',
      before:
        '(?:upon|on|by|with|of|giving|give|gives|provide|providing|at least|less than|least)(?: giving)?(?: at least| not less than| no less than| a minimum of| prior)?(?: a| the| not| no)?',
      behind:
        "(?:[’']s?|s|of|of prior|in advance|prior|advance|written|period of)*[ ’']*(?:s )?(?:prior |advance |written |of |and )*(?:notice|notification)",
      near: 'terminat|notice',
      not: 'cure|breach|business days? after|deemed|delivered|payment',
    },
    termination: {
      asks: 'terminat|cancel|end the (?:agreement|contract)',
      before: '',
      behind: '',
      near: 'may (?:be )?terminat|terminat\\p{L}+ (?:this|the) (?:agreement|contract)|right to terminate|termination (?:for|by|without|upon)|may cancel',
      not: 'employment terminat',
    },
    price: {
      asks: 'price|fee|amount|how much|pay|cost|rent|salary|compensation|consideration|value of|penalt|remuneration',
      before:
        '(?:price|fees?|amount|sum|total|salary|rent|compensation|consideration|pays?|rate|payment|cost|equal to)(?: \\p{L}+){0,5}',
      behind: '(?:per|a) (?:month|year|annum|hour|week)|in total|annually|monthly',
      near: 'price|fee|amount|pay|cost|rent|salary|compensation|consideration|purchase',
      not: '',
    },
    'invoice-number': {
      asks: '(?:invoice|bill|reference|document|order|contract|case|file) ?(?:number|no|nr|id)(?!\\p{L})|number of the (?:invoice|bill|contract)',
      before: '(?:invoice|bill|document|reference|order|contract|case|file)? ?(?:number|no|nr|num|id|ref|#)|invoice',
      behind: '',
      near: '',
      not: 'phone|tel|fax|account|iban|vat (?:no|number|id)|tax (?:no|number|id)|customer (?:no|number)',
      notBefore: '(?:p\\.?o\\.?|purchase order|customer|account) ?(?:number|no|nr|id|#)',
    },
    'invoice-date': {
      asks: '(?:invoice|bill|issue|billing)(?:ing)? date|date of (?:the )?(?:invoice|bill|issue)|invoice (?:dated|issued)|issued',
      before: '(?:invoice|bill|billing|issue) date|date(?: of issue| of invoice| issued)?|dated|issued(?: on)?',
      behind: '',
      near: 'invoice',
      not: 'due|deliver|order date|pay(?:able|ment)|ship',
    },
    'due-date': {
      asks: 'due|pay(?:able|ment) (?:date|deadline|by)|when .{0,30} paid|deadline for payment',
      before:
        '(?:payment )?due(?: date)?(?: on| by)?|payable (?:by|on|until|before)|pay(?:ment)? (?:by|before|until|date)|no later than|before',
      behind: '',
      near: 'due|payable|payment',
      not: 'invoice date|issued',
    },
    supplier: {
      asks: 'supplier|vendor|seller|issu(?:er|ed by)|biller|who (?:issued|sent|sells|sold|supplied)|from whom|provider|contractor',
      before: 'supplier|vendor|seller|from|issued by|sold by|remit to|provider|contractor|payee|beneficiary',
      behind: '',
      near: 'vat|tax id|bank|iban|account',
      not: 'bill(?:ed)? to|ship to|sold to|customer|buyer',
      notBefore: 'to|attention|attn|customer|client|buyer|purchaser',
    },
    customer: {
      asks: 'customer|client|buyer|purchaser|bill(?:ed)? to|recipient|who (?:bought|ordered|pays|must pay)|to whom',
      before: 'customer|client|buyer|purchaser|bill(?:ed)? to|invoice to|sold to|ship to|to|attention|attn|recipient',
      behind: '',
      near: 'customer',
      not: 'supplier|vendor|seller|remit to|from',
      notBefore: 'supplier|vendor|seller|from|issued by',
    },
    total: {
      asks: 'total|amount due|gross|how much .{0,20}(?:invoice|pay|due)|sum|balance|invoice amount',
      before:
        'total \\p{L}+(?: of| is)?|(?:grand |invoice )?total(?: amount| due| price| sum| payable| incl\\.?[a-z .]*(?:vat|tax)| \\(?incl[a-z. ]*\\)?| gross)*|(?:amount|balance|sum) (?:due|payable)|gross(?: amount| total)?|to pay',
      behind: '(?:in )?total',
      near: 'total|due|payable|gross',
      not: 'sub-?total|net|vat|tax|excl|per unit|unit price|shipping',
    },
    vat: {
      asks: 'vat|value added tax|sales tax|tax',
      before:
        '(?:vat|value added tax|sales tax|tax|gst)(?: amount| at| \\(?\\d{1,2}(?:[.,]\\d+)? ?%\\)?)*|\\d ?%(?: vat)?',
      behind: '(?:vat|tax)',
      near: 'vat|value added tax|sales tax|tax',
      not: 'total (?:incl|amount)|grand total|excl|net|gross',
      notBefore: '(?:before|without|net of) (?:sales )?(?:tax|vat)',
    },
    author: {
      asks: 'authors?|wrote|written by|who (?:conducted|published|did the study)',
      before: 'authors?|written by|(?<=(?:^|\\n)[^\\p{L}\\n]{0,6})by',
      behind: '',
      near: '',
      not: 'et al|references|acknowledg|edited|editor|reviewer|supervis',
    },
    year: {
      asks: 'year|publi(?:shed|cation)',
      before: 'published(?: in| online)?|copyright|©|\\(c\\)|year(?: of publication)?|issued(?: in)?|dated?',
      behind: '',
      near: 'publish|copyright|journal|vol|conference|proceedings|accepted',
      not: 'et al|since|between|references|cited|retrieved|accessed',
    },
    'sample-size': {
      asks: 'sample size|sample|how many (?:participants?|patients?|subjects?|people|respondents?|cases|animals|samples|women|men|children|students)|number of (?:participants?|patients?|subjects?|respondents?|cases|samples)|participants',
      before:
        '(?:n ?= ?|sample (?:size )?(?:of|was|is|comprised|consisted of)|total of|(?:enrolled|included|recruited|randomi[sz]ed|studied|surveyed|interviewed|analy[sz]ed|comprised|involv(?:ed|ing)|examined|observed)(?: a total of)?)',
      behind:
        '(?:[a-z-]+ ){0,2}(?:participants?|patients?|subjects?|respondents?|individuals?|adults?|children|volunteers?|women|men|people|persons?|students|nurses|workers|employees|teachers|cases|animals|mice|rats|samples|households|eyes|infants)',
      near: 'participants?|patients?|subjects?|sample|enrol|recruit|randomi[sz]|respondents?',
      not: 'et al|earlier|previous|aged?|years? old|excluded|dropp?ed|withdr|control group|per group|in each',
    },
    method: {
      asks: 'method|approach|how (?:was|were|did)|design|procedure|technique|model was',
      before: '',
      behind: '',
      near: 'we (?:used|use|propose|applied|conducted|performed|present|develop|measured|compared|randomi[sz]ed)|study design|methods:|(?:was|were) (?:used|performed|conducted|measured|randomi[sz]ed)',
      not: 'references|et al',
    },
    result: {
      asks: 'results?|finding|outcome|conclu|what (?:did|do) .{0,30} (?:find|show)',
      before: '',
      behind: '',
      near: 'results? (?:show|indicate|suggest|demonstrate)|we (?:found|find|show|conclude|demonstrate|observed)|significant|conclusion|findings?|improv|outperform|reduc|increas',
      not: 'references|et al|aim|objective|hypothes',
    },
    dose: {
      asks: 'dos(?:e|age)|how much .{0,30} (?:given|administered|received|taken)',
      before: 'dos(?:e|es|age)(?: of| was| is)?|received|administered|given|treated with|at|of',
      behind: '(?:[a-z]+ )?(?:per day|daily|a day|twice|once|/day|every|per kg|/kg|orally|intravenous\\p{L}*|bid|qd)',
      near: 'dos(?:e|ed|es|age|ing)|administ|daily|received|mg|orally',
      not: 'body weight|weigh|bmi|concentration|serum',
    },
  },
};
