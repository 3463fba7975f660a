import { fra } from 'stopword';
import { noCalculation, type TextLanguage } from './language';

export const fr: TextLanguage = {
  stopWords: fra,
  questionWords: [
    ...'quel quelle quels quelles comment pourquoi quand combien où qui quoi lequel laquelle lesquels depuis'.split(
      ' ',
    ),
    ...'est-ce est sont était étaient fut peut peuvent doit doivent fait font y a-t-il'.split(' '),
  ],
  alsoEnglish: [],
  telltale: 'les une dans avec etait quel quelle quels quelles pourquoi lesquels'.split(' '),
  letters: 'çèêàùœîô',
  endings: { least: 4, of: ['aux', 'es', 'al', 'ée', 'ees', 's', 'x', 'e', 'é', ''] },
  capitalsTellNames: true,
  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  shortMonths: 'janv. févr. avr. juil. sept. oct. nov. déc.'.split(' '),
  abbreviations: 'mme mlle cf env p.ex c.-à-d'.split(' '),
  beforeNumber: 'fig chap vol éd art pp tél'.split(' '),
  asks: {
    time: ['quand', '(?:en|à|depuis) quelle? (?:année|date|siècle|jour|mois|époque)'],
    number: ['combien', 'quel(?:le)? (?:âge|nombre|pourcentage|taille|distance|prix|température|poids)'],
    name: ['qui', 'où'],
  },
  clauseBefore: {
    begins: 'quand|où|lorsque|si',
    asks: 'que|qu’est-ce|quel(?:le)?s?|qui|comment|pourquoi|combien',
  },
  goesOn: {
    begins: ['et', 'mais', 'ou', 'alors', 'aussi', 'qu’en est-il', '(?:quoi|qui) d’autre'],
    standIns: 'elles? ils lui leurs? cela ça ceci celui celle ceux celles son sa ses'.split(' '),
  },
  instructions: {
    summarise: [
      'résume[rz]?(?:-moi)?(.*)',
      '(?:donnez?|faites|fais)(?:-moi)? un (?:bref )?(?:résumé|aperçu)(?: (?:de|du|des|sur))?(.*)',
    ],
    tellOf: ['de quoi (?:parle|traite)(.+)', 'de quoi s’agit-il(?: dans)?(.*)', 'que dit(.+)'],
    compare: ['comparez? (.+?) (?:avec|et|à) (.+)'],
    differ: ['(?:quelles sont les |quelle est la )?différences? entre (.+?) et (.+)'],
    documents: 'document documents fichier fichiers texte page pages contenu courriel message lettre',
  },
  forms: {
    names: {
      checklist: 'listes? de (?:contrôle|vérification|tâches)',
      table: 'tableaux?|colonnes',
      code: '(?:bloc de |extrait de )code',
      numbered: '(?:liste|étapes) (?:numérotée?s?|ordonnée?s?)',
      list: 'listes?|puces|énumération',
      plain: 'sans markdown|texte (?:brut|simple)|une (?:seule )?phrase|un (?:seul )?paragraphe',
    },
    as: 'comme|sous forme d[e’]',
    asks: 'en|dans|fais|faites|donne|donnez|écris|écrivez|crée|créez|dresse',
    definite: 'le|la|les|ce|cette|ces',
    indefinite: 'une?',
    without: 'sans|pas de|aucune?',
    adverbs: '',
    polite: 'peux|pourrais|pouvez|pourriez|s’il',
    besideSchema: 'avec|selon|suivant|ce|schéma|objet',
  },
  numbers: {
    cardinals: { deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8, neuf: 9, dix: 10, vingt: 20 },
    one: '',
    ordinals: {},
    multipliers: { mille: 1e3, millions: 1e6, milliards: 1e9 },
    others: [],
  },
  negations: { words: 'pas jamais aucun aucune sans'.split(' '), harmless: ['pas seulement', 'sans doute'] },
  bounds: {
    most: 'au plus|au maximum|jusqu’à|moins de|pas plus de',
    least: 'au moins|au minimum|plus de|pas moins de',
    about: 'environ|presque|à peu près',
    from: 'entre|de',
    to: '',
    and: 'et|à',
    naming: 'chapitre|section|tableau|partie|étape|article|salle|ligne',
  },
  demands: ['doi(?:t|vent)', 'ne peut', 'au plus', 'au moins', 'interdit', 'obligatoire'],
  calendarWords: ['siècle', 'siècles'],
  knowsNot: [
    'je ne (?:le )?sais pas',
    'ne (?:contien(?:nen)?t|mentionne(?:nt)?|précise(?:nt)?|di(?:sen)?t|répond(?:ent)?|indique(?:nt)?) pas',
    'aucune (?:information|réponse|mention)',
    "n['’]est pas (?:mentionné|indiqué|précisé|connu)",
  ],
  offers: {
    section: 'Qu’est-ce que « {title} » dit sur « {heading} » ?',
    whole: 'De quoi parle « {title} » ?',
    notOf:
      'annexe|avant-propos|bibliographie|conclusion|index|introduction|notes|préface|références|remerciements|résumé|sommaire|table des matières'.split(
        '|',
      ),
  },
  plainQuestions:
    'Qu’est-ce que c’est ?|Qui l’a fait ?|Quand est-ce arrivé ?|Où est-ce ?|Combien y en a-t-il ?|Pourquoi est-ce ainsi ?|Comment cela fonctionne-t-il ?|Lequel est le plus grand ?',
  calculation: noCalculation,
};
