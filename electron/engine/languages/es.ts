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
      '(?:cuáles son )?los puntos (?:clave|principales) (?:de|del)(.*)',
    ],
    tellOf: ['de qué (?:trata|habla|va)(.*)', 'qué dice(.+)'],
    compare: ['(?:por favor,? )?compara(?:r|me)? (.+?) (?:con|y) (.+)', '(?:por favor,? )?compara(?:r|me)?(.+)'],
    differ: [
      '(?:cuáles son las |cuál es la |qué )?diferencias? (?:hay )?entre (.+?) y (.+)',
      'qué ha cambiado entre (.+?) y (.+)',
      'en qué se diferencian? (.+?) (?:de|y) (.+)',
    ],
    partOf: 'en|de|del|bajo',
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
  calculation: {
    emptyCells: 's/d|sin datos|desconocido|ninguno|ninguna|n/d|n.d.'.split('|'),
    besideDates: 'lunes|martes|miércoles|jueves|viernes|sábado|domingo|de|del|el'.split('|'),
    totals: 'total|suma|total general|subtotal|totales'.split('|'),
    operators: {
      howMany: 'cuántos|cuántas|cuánto|cuánta|el número de|número de|cuántas veces|la cantidad de|cantidad de'.split(
        '|',
      ),
      total: 'total|en total|suma|suma de|la suma de|sumados|sumadas|conjunto|total de'.split('|'),
      average: 'promedio|media|medio|medias|medios|en promedio|de media|el promedio de|la media de|promedio de'.split(
        '|',
      ),
      most: 'más|el más|la más|mayor|el mayor|la mayor|máximo|máxima|más alto|más alta|más grande|mejor|el mayor número de|más veces|más elevado|más elevada'.split(
        '|',
      ),
      least:
        'menos|el menos|la menos|menor|el menor|la menor|mínimo|mínima|más bajo|más baja|más pequeño|más pequeña|peor|el menor número de|menos veces'.split(
          '|',
        ),
      first: 'primero|primera|primer|el primero|la primera'.split('|'),
      last: 'último|última|el último|la última|más reciente'.split('|'),
      next: 'después del|después de|justo después de|tras|sigue a|viene después de|inmediatamente después de|debajo de|siguiente'.split(
        '|',
      ),
      previous:
        'antes del|antes de|justo antes de|precede a|viene antes de|inmediatamente antes de|encima de|anterior a|anterior'.split(
          '|',
        ),
      more: 'más de|mayor que|mayores que|superior a|superiores a|más que|por encima de|mayor de|supera|superan|más largo que'.split(
        '|',
      ),
      less: 'menos de|menor que|menores que|inferior a|inferiores a|menos que|por debajo de|menor de'.split('|'),
      atLeast: 'al menos|como mínimo|por lo menos|o más'.split('|'),
      atMost: 'como máximo|a lo sumo|no más de|hasta|o menos'.split('|'),
      between: 'entre|desde'.split('|'),
      and: 'y|e|hasta|a'.split('|'),
      or: 'o|u'.split('|'),
      not: 'no|sin|excepto|salvo|aparte de|además de|ningún|ninguna'.split('|'),
      difference: 'diferencia|diferencia entre|cuántos más|cuántas más|cuánto más|la diferencia entre|cuánta más'.split(
        '|',
      ),
      distinct: 'diferentes|distintos|distintas|únicos|únicas'.split('|'),
      each: 'cada|por|todos|todas'.split('|'),
      same: 'mismo|misma|mismos|mismas|tantos como|igual que'.split('|'),
      only: 'solo|único|única|solamente|sólo'.split('|'),
      after: 'después del|después de|desde|posterior a|posteriores a|tras'.split('|'),
      before: 'antes del|antes de|anterior a|anteriores a|hasta'.split('|'),
      who: 'quién|quiénes'.split('|'),
      where: 'dónde|en qué lugar|adónde'.split('|'),
      when: 'cuándo|en qué año|qué año|qué fecha|en qué fecha|qué día|en qué día'.split('|'),
      isIt: 'es|fue|son|fueron|tiene|tuvo|hay|hubo|está|era|ha|tienen'.split('|'),
      which: 'qué|cuál|cuáles|nombra|lista|enumera|muestra|cuál es|cuál fue|cuáles son|di|dime'.split('|'),
      higher: 'más|mayor|mayores|superior'.split('|'),
      lower: 'menos|menor|menores|inferior'.split('|'),
      beyond:
        'consecutivos|consecutivas|seguidos|seguidas|proporción|porcentaje de|cuánto tiempo|mediana|cuántos días|hoy|actualmente'.split(
          '|',
        ),
    },
    measures: [
      {
        higher: 'más largo|más larga'.split('|'),
        lower: 'más corto|más corta'.split('|'),
        heads: 'longitud|duración|distancia'.split('|'),
      },
      {
        higher: 'más alto|más alta'.split('|'),
        lower: 'más bajo|más baja'.split('|'),
        heads: 'altura|altitud'.split('|'),
      },
      { higher: 'mayor|más viejo|más vieja'.split('|'), lower: 'menor|más joven'.split('|'), heads: 'edad'.split('|') },
      {
        higher: 'más reciente|más nuevo|más nueva'.split('|'),
        lower: 'más antiguo|más antigua'.split('|'),
        heads: 'año|fecha'.split('|'),
      },
      {
        higher: 'más pesado|más pesada'.split('|'),
        lower: 'más ligero|más ligera'.split('|'),
        heads: 'peso'.split('|'),
      },
      {
        higher: 'más rápido|más rápida'.split('|'),
        lower: 'más lento|más lenta'.split('|'),
        heads: 'velocidad'.split('|'),
      },
      {
        higher: 'más grande'.split('|'),
        lower: 'más pequeño|más pequeña'.split('|'),
        heads: 'superficie|tamaño|población|área'.split('|'),
      },
      {
        higher: 'más caro|más cara'.split('|'),
        lower: 'más barato|más barata'.split('|'),
        heads: 'precio|coste|costo|importe'.split('|'),
      },
    ],
    heads: {
      who: 'nombre|jugador|persona|cliente|empleado|empleada|ganador|candidato|autor|entrenador|proveedor|vendedor|miembro|alumno|paciente|presidente|piloto|contacto|inquilino|responsable'.split(
        '|',
      ),
      where: 'lugar|ciudad|país|sede|región|estadio|almacén|dirección|sucursal|provincia|departamento'.split('|'),
      when: 'fecha|año|día|mes|hora|período|vencimiento|inicio|fin|semana|temporada|alta'.split('|'),
      naming: 'título|nombre'.split('|'),
      list: 'lista|tabla'.split('|'),
      standing: 'puesto|posición|rango'.split('|'),
      rank: 'puesto|posición|número|nº|no|año|temporada|id|código|semana|rango|fecha|edad'.split('|'),
    },
    outcomes: [
      { cells: ['g', 'v', 'victoria'], asked: ['ganado', 'ganó', 'victorias'] },
      { cells: ['p', 'd', 'derrota'], asked: ['perdido', 'perdió', 'derrotas'] },
    ],
    synonyms: [
      'película título',
      'país nación',
      'equipo club',
      'lugar ciudad sede',
      'puntos',
      'precio coste costo',
      'importe cantidad monto',
      'cliente comprador',
      'empleado trabajador',
      'cantidad unidades',
      'salario sueldo',
      'fecha día',
      'peso',
      'altura',
      'edad',
    ],
    numbers: {
      cero: 0,
      uno: 1,
      dos: 2,
      tres: 3,
      cuatro: 4,
      cinco: 5,
      seis: 6,
      siete: 7,
      ocho: 8,
      nueve: 9,
      diez: 10,
      once: 11,
      doce: 12,
      veinte: 20,
      treinta: 30,
      cincuenta: 50,
      cien: 100,
      segundo: 2,
      segunda: 2,
      tercero: 3,
      tercera: 3,
    },
    ordinals: 'segundo segunda tercero tercera'.split(' '),
    plural: 'son fueron'.split(' '),
    harmless:
      'el la los las un una unos unas de del y o en a al con por para que es fue son fueron hay hubo ha han tiene tienen tuvo tuvieron se su sus lo le les este esta estos estas ese esa tabla lista fila filas columna según favor me qué cuál cuáles cuántos cuántas cuánto cuánta quién dónde cuándo cómo entrada entradas total todos todas cada más menos también ser está están era eran como si valor valores veces suman suma'.split(
        ' ',
      ),
  },
};
