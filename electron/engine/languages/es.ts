import { spa } from 'stopword';
import type { TextLanguage } from './language';
import { esReview } from './review/es';

export const es: TextLanguage = {
  stopWords: spa,
  questionWords: [
    ...'cómo cuándo dónde quién quiénes cuál cuáles cuánto cuánta cuántos cuántas qué es son fue fueron era eran está están ser hay'.split(
      ' ',
    ),
    ...'tiene tienen puede pueden debe deben hace hacen esta este estos estas entre según hacia cada todo toda todos todas'.split(
      ' ',
    ),
  ],
  alsoEnglish: ['sin', 'con'],
  telltale: 'el las que una del por es como cual'.split(' '),
  letters: 'ñáíóú',
  endings: { least: 3, of: ['es', 'os', 'as', 's', 'o', 'a', ''] },
  capitalsTellNames: true,
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  shortMonths: 'ene. feb. mar. abr. jun. jul. ago. sept. sep. oct. nov. dic.'.split(' '),
  abbreviations: ['sr', 'sra', 'fa'],
  beforeNumber: [],
  asks: {
    time: ['cu[aá]ndo', 'en qu[eé] (?:año|fecha|siglo)'],
    number: ['cu[aá]nt[oa]s?'],
    name: ['qui[eé]n(?:es)?', 'd[oó]nde'],
  },
  clauseBefore: { begins: 'cuando|donde', asks: 'qu[eé]|qui[eé]n(?:es)?|cu[aá]l(?:es)?|c[oó]mo' },
  goesOn: {
    begins: [
      'y',
      'e',
      'pero',
      'o(?! qu[eê])',
      'entonces',
      'también',
      'qué (?:hay|pasa) (?:de|con)',
      '(?:qué|quién) más',
    ],
    standIns: 'él ella ellos ellas lo le les su sus eso esto es[ae]s? est[ae]s? allí ahí aquell?[oa]s?'.split(' '),
  },
  instructions: {
    summarise: [
      '(?:por favor,? )?res[uú]m[ea](?:me|nos|r)?(.*)',
      '(?:por favor,? )?(?:dame|haz(?:me)?|escribe|prepara) un(?:a)? (?:breve )?(?:resumen|visión general)(?: (?:de|del|sobre))?(.*)',
      '(?:un )?(?:breve )?resumen (?:de|del|sobre)(.*)',
      'de qué (?:trata|habla|va)(.*)',
      '(?:cuáles son )?los puntos (?:clave|principales) (?:de|del)(.*)',
    ],
    tellOf: ['qué dice(.+)'],
    compare: [
      '(?:por favor,? )?compara(?:r|me)? (.+?) (?:con|y) (.+)',
      '(?:cuáles son las |cuál es la |qué )?diferencias? (?:hay )?entre (.+?) y (.+)',
      'en qué se diferencian? (.+?) (?:de|y) (.+)',
    ],
    documents: 'documento documentos archivo archivos fichero texto página páginas contenido correo mensaje carta',
  },
  forms: {
    names: {
      checklist: 'listas? de (?:verificación|comprobación|control|tareas)',
      table: 'tablas?|cuadro comparativo|columnas',
      code: '(?:bloque de |fragmento de )?código',
      numbered: '(?:lista|listado|pasos) (?:numerad[oa]s?|ordenad[oa]s?)',
      list: 'listas?|listado|viñetas|enumeración',
      plain: 'sin markdown|texto (?:plano|corrido|sin formato)|una? (?:frase|párrafo)',
    },
    as: 'como',
    asks: 'en|haz|hazme|crea|genera|devuelve|escribe|dame',
    definite: 'el|la|los|las|esta|este',
    indefinite: 'una?',
    without: 'sin',
    adverbs: '',
    polite: 'puedes|podrías|puede',
    besideSchema: 'con|este|el|un|según|siguiente|esquema|objeto',
  },
  numberWords: 'dos tres cuatro cinco seis siete ocho nueve diez cien mil millones'.split(' '),
  negations: {
    words: 'nunca jamas ningun ninguna ninguno tampoco sin'.split(' '),
    harmless: ['no solo', 'sin duda'],
  },
  bounds: {
    most: 'como máximo|hasta|menos de|no más de',
    least: 'al menos|como mínimo|más de|por lo menos|no menos de',
    about: 'unos|unas|aproximadamente|casi|alrededor de',
    from: 'entre|desde|de',
    to: 'hasta',
    and: 'y|a',
    naming: 'capítulo|sección|figura|tabla|página|parte|paso|artículo|sala',
  },
  demands: ['debe', 'como máximo'],
  calendarWords: ['siglo'],
  knowsNot: [
    'no (?:lo )?sé(?!\\p{L})',
    'no (?:se )?(?:mencionan?|indican?|especifican?|contienen?|responden?|sabe)(?!\\p{L})',
    'no hay (?:información|respuesta|mención)',
  ],
  offers: {
    section: '¿Qué pone en «{title}» sobre «{heading}»?',
    whole: '¿De qué trata «{title}»?',
    notOf:
      'agradecimientos|anexo|bibliografía|conclusiones|contenido|firmas|índice|introducción|notas|prólogo|referencias|resumen'.split(
        '|',
      ),
  },
  plainQuestions:
    '¿Qué es esto?|¿Quién lo hizo?|¿Cuándo ocurrió?|¿Dónde está?|¿Cuántos hay?|¿Por qué es así?|¿Cómo funciona?|¿Cuál de ellos es el más grande?',
  review: esReview,
};
