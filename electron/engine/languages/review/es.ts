import type { ReviewWords } from '../language';

const agreement = '(?:contrato|acuerdo|convenio|obligacion(?:es)?)';

export const esReview: ReviewWords = {
  units: { days: 'dias?', weeks: 'semanas?', months: 'mes(?:es)?', years: 'anos?' },
  besideUnit: 'naturales|habiles|completos|consecutivos',
  anniversary: 'aniversario',
  currencies: {
    EUR: 'euros?',
    USD: 'dolares(?: (?:estadounidenses|americanos))?|dolar',
    GBP: 'libras?(?: esterlinas?)?',
    CHF: 'francos? suizos?',
    MXN: 'pesos mexicanos',
    JPY: 'yenes',
  },
  percent: 'por ciento|por cien',
  parties: {
    between: 'entre|de una parte',
    and: 'y|e|con|de otra(?: parte)?',
    article:
      'el|la|los|las|d|dna|don|dona|sr|sra|la empresa|la sociedad|la compania|de una parte|de otra(?: parte)?|por una parte|por otra(?: parte)?',
    aside: 'una?|con|representad[oa]|domiciliad[oa]|incluidas|antes|inscrita|mayor de edad|provist[oa]|de nacionalidad',
  },
  roles:
    'empresa|sociedad|compania|comprador(?:a)?|vendedor(?:a)?|trabajador(?:a)?|empleado|empleador(?:a)?|arrendador(?:a)?|arrendatari[oa]|cliente|proveedor(?:a)?|licenciante|licenciatari[oa]|prestamista|prestatari[oa]|parte|partes|consultor(?:a)?|contratista|contratante|receptor(?:a)?|divulgador(?:a)?|prestador(?:a)?',
  called: 'en adelante|en lo sucesivo|denominad[oa]s?|conjuntamente|cada|el|la|los|las|como',
  signedBy: 'por|fdo|firmado',
  organisations:
    'sociedad|compania|universidad|instituto|banco|fundacion|asociacion|grupo|ministerio|ayuntamiento|hospital|agencia|colegio|centro|consejo|servicios|industrias|seguros|comercial|construcciones',
  inNames: 'de|del|la|las|los|el|y',
  inPersons: 'de|del|la|las|los|y',
  titles: 'sr|sra|srta|d|dna|don|dona|dr|dra',
  offices:
    'presidente|presidenta|director(?:a)?|administrador(?:a)?|gerente|apoderad[oa]|secretari[oa]|nombre|cargo|fecha|firma|consejero',
  states: 'estado|republica|provincia|reino|comunidad(?: autonoma)?|departamento',
  lawOf:
    '(?:leyes|ley|derecho|legislacion|normativa|tribunales|juzgados)(?: (?:vigentes?|aplicables?|comun))?(?: (?:de|del|en))',
  placeLaw: '',
  nationalLaw:
    '(?:derecho|legislacion|ley(?:es)?) (?:espanol[ae]?s?|mexican[ao]s?|argentin[ao]s?|chilen[ao]s?|colombian[ao]s?|peruan[ao]s?|frances[ae]?s?|aleman[ae]?s?|ingles[ae]?s?|suiz[ao]s?|italian[ao]s?|portugues[ae]?s?)',
  yes: 'si',
  no: 'no',
  forbids: 'prohibid[oa]s?|prohibe',
  links: 'de|del|es|sera|fue|en|a|el|la|los|las|un|una',
  copulas: 'es|es de|sera|sera de|fue',
  asksFor: {
    'yes-no':
      '^(?:es|son|esta|estan|hay|tiene|tienen|puede|pueden|debe|deben|se puede|se permite|existe|incluye|contiene|permite|prohibe|se renueva|ha|han)(?!\\p{L})',
    number: 'cuant[oa]s|numero de|tamano (?:de la )?muestra',
    percentage: 'porcentaje|por ciento|proporcion|tasa|tipo (?:de interes|impositivo|del iva)',
    amount:
      'cuanto|importe|precio|coste|tarifa|total|suma|salario|renta|alquiler|iva|impuesto|honorarios|cuantia|penalizacion',
    date: 'cuando|fecha|que (?:dia|ano)|en que (?:dia|ano|fecha)|plazo hasta|vencimiento',
    duration: 'cuanto (?:tiempo|dura)|duracion|plazo|vigencia|preaviso|periodo',
    name: 'quien(?:es)?|nombres?|partes?(?!\\p{L})|autor|proveedor|cliente|comprador|vendedor|que (?:empresa|persona|sociedad|banco|tribunal)',
    place:
      'donde|que (?:estado|pais|ciudad|ley)|jurisdiccion|ley aplicable|legislacion|derecho (?:aplicable|rige)|rige|fuero|sede',
  },
  asksMany: 'quienes|cuales son|todas?|todos|partes|autores|nombres|firmantes|lista',
  kinds: {
    agreement: 'contratos?|acuerdos?|convenios?',
    invoice: 'facturas?',
    study: 'estudios?|ensayos?|experimentos?|encuestas?',
  },
  fields: {
    'effective-date': {
      asks: `entrada en vigor|entra en vigor|fecha (?:de efecto|efectiva|de inicio|del ${agreement}|de firma|de la firma)|vigencia desde|comienz|inicio|${agreement} .{0,20}(?:firm|celebr|fecha)|firm`,
      before:
        '(?:entra(?:ra)? en vigor|con efectos?|surte efectos?|vigente|a partir|fecha(?: de efecto| de entrada en vigor| de inicio| efectiva)?|firmad[oa]|celebrad[oa]|suscrit[oa]|se celebra|comienza|inicia|en \\p{L}+,?)(?: (?:el|del|de|desde|dia|a|con|fecha|en))*|a los|a|en [a-z ]{2,30},? a',
      behind: '(?:la )?["“«]?(?:fecha (?:de efecto|efectiva|de entrada en vigor|de inicio))',
      near: `${agreement}|en vigor|reunidos`,
      not: 'vence|finaliza|termina|nacid|antes del|a mas tardar|modificad',
      notBefore:
        '(?:del|al|un|otro|segun el|en el)\\s(?:contrato|acuerdo|convenio)(?: \\p{L}+){0,6},?\\s(?:de fecha|de|celebrado el|firmado el|suscrito el)',
    },
    party: {
      asks: 'partes|parte contratante|contratantes|entre quien|quien(?:es)? (?:firm|celebr|suscri)|con quien',
      before: '',
      behind: '',
      near: '',
      not: '',
    },
    law: {
      asks: 'ley|legislacion|derecho|jurisdiccion|rige|fuero',
      before:
        '(?:rige|regira|regirse|rigen|somet|interpret|conformidad|aplicable|aplicara)[^.;]{0,90}(?:leyes|ley|derecho|legislacion|de|del|la|el)|ley aplicable|legislacion aplicable',
      behind: '',
      near: 'rige|regira|regirse|someti|someten|interpret|aplicable|jurisdiccion|fuero|conformidad',
      not: 'constituida|inscrita|con arreglo a las leyes de su',
    },
    term: {
      asks: `duracion|vigencia|plazo(?! de (?:preaviso|pago))|cuanto (?:tiempo|dura)|${agreement} .{0,20}(?:dura|vence|termina)`,
      before:
        '(?:duracion|vigencia|plazo|periodo)(?: (?:de|del|es|sera|inicial|un|contrato|acuerdo|presente|minim[oa]|tendra|una))*|(?:vigente|en vigor|dura(?:ra)?|permanecera|vence|termina|expira|finaliza|subsistiran?|mantendran?)(?: (?:durante|por|un|una|periodo|plazo|de|a|los|tras|en|vigor|el))*|durante(?: un (?:periodo|plazo) de)?',
      behind:
        '(?:a contar |contad[oa]s )?(?:desde|a partir de|tras|despues de) (?:la |el )?(?:fecha|firma|entrada|inicio)',
      near: `(?:${agreement}|confidencialidad)[^.;]{0,120}(?:durac|vigen|vigor|durante|plazo|expir|termin|vence)|duracion|vigencia`,
      not: 'preaviso|antelacion|competencia|garantia|dentro de|factura|pago|prueba|prorrog|antes de',
      notBehind:
        '(?:tras|despues de|desde|a partir de|siguientes a) (?:la |el |su )?(?:fecha de (?:la )?)?(?:terminacion|finalizacion|extincion|vencimiento|resolucion|expiracion|divulgacion|recepcion)',
    },
    'notice-period': {
      asks: 'preaviso|antelacion|aviso',
      before:
        '(?:preaviso|antelacion|aviso)(?: (?:de|minim[oa]|previo|por|escrito|con|al|menos|una|un|es))*|con|al menos',
      behind: '(?:de (?:antelacion|preaviso|anticipacion|aviso)|antes)',
      near: 'preaviso|antelacion|aviso|resolver|rescin|terminar',
      not: 'pago|factura|subsan',
    },
    termination: {
      asks: 'resol(?:ver|ucion)|rescin|rescis|termin|extin|desist',
      before: '',
      behind: '',
      near: 'resol|rescin|rescis|terminar|dar por terminado|extin|desist',
      not: '',
    },
    price: {
      asks: 'precio|importe|cuanto|coste|tarifa|honorarios|salario|renta|alquiler|pag|penaliza',
      before:
        '(?:precio|importe|tarifa|honorarios|salario|renta|alquiler|coste|suma|cantidad|cuantia|pagara|abonara)(?: (?:de|total|es|sera|mensual|anual|asciende a|la|una|cantidad|suma))*|de',
      behind: '(?:al|por|a) (?:mes|ano|hora)|mensuales|anuales',
      near: 'precio|importe|tarifa|honorarios|salario|renta|alquiler|coste|pag',
      not: '',
    },
    'invoice-number': {
      asks: 'numero de (?:la )?(?:factura|pedido|referencia|contrato|expediente)|n[.ºo]+ (?:de )?factura|referencia',
      before:
        '(?:factura|pedido|referencia|expediente)? ?(?:numero|num|nº|n\\.?[oº]|no)(?: de (?:factura|pedido))?|factura|referencia|ref',
      behind: '',
      near: '',
      not: 'tel|fax|cuenta|iban|nif|cif|iva|cliente',
    },
    'invoice-date': {
      asks: 'fecha de (?:la )?(?:factura|emision|expedicion)|factura .{0,20}(?:emitida|fecha)',
      before: 'fecha(?: de (?:factura|emision|expedicion|la factura))?|emitida el',
      behind: '',
      near: 'factura|emision',
      not: 'vencimiento|entrega|pago|pedido',
    },
    'due-date': {
      asks: 'vencimiento|vence|fecha (?:limite )?de pago|plazo de pago|pagar .{0,20}cuando|cuando .{0,20}pagar',
      before:
        '(?:fecha de )?vencimiento|vence(?: el)?|(?:pagar|pago|pagadera|abonar)(?: (?:antes|del|el|hasta|a mas tardar))*|antes del|fecha (?:limite )?de pago',
      behind: '',
      near: 'vencimiento|vence|pago|pagar',
      not: 'emision|fecha de factura',
    },
    supplier: {
      asks: 'proveedor|vendedor|emisor|quien (?:emite|emitio|vende|factura)|prestador',
      before: 'proveedor(?:a)?|vendedor(?:a)?|emisor(?:a)?|de|emitida por|prestador|titular|beneficiario',
      behind: '',
      near: 'nif|cif|iban|banco',
      not: 'cliente|comprador|facturar a|destinatario',
    },
    customer: {
      asks: 'cliente|comprador|destinatario|facturad[oa] a|a quien|receptor',
      before: 'cliente|comprador(?:a)?|destinatario|facturar a|facturado a|a|senores|receptor',
      behind: '',
      near: 'cliente',
      not: 'proveedor|vendedor|emisor',
    },
    total: {
      asks: 'total|importe (?:total|de la factura)|suma|a pagar',
      before:
        '(?:importe )?total(?: (?:factura|a pagar|general|con iva|iva incluido|de la factura))*|(?:importe|cantidad) a pagar|a pagar|suma total',
      behind: '(?:en total|iva incluido)',
      near: 'total|a pagar',
      not: 'subtotal|base imponible|sin iva|cuota|unitario|envio',
    },
    vat: {
      asks: 'iva|impuesto',
      before: '(?:i\\.?v\\.?a\\.?|impuestos?|cuota)(?: \\(?\\d{1,2}(?:[.,]\\d+)? ?%\\)?)*|\\d ?% (?:de )?iva',
      behind: '(?:de )?iva',
      near: 'iva|impuesto',
      not: 'total|sin iva|incluido|base imponible',
    },
    author: {
      asks: 'autor|quien(?:es)? (?:escrib|realiz|public)|escrito por',
      before: 'autor(?:es|a|as)?|(?<=(?:^|\\n)[^\\p{L}\\n]{0,6})por|escrito por',
      behind: '',
      near: '',
      not: 'et al|referencias|bibliografia|agradec|editor',
    },
    year: {
      asks: 'ano(?!\\p{L})|public',
      before: 'publicad[oa](?: en)?|ano|©|copyright',
      behind: '',
      near: 'publica|revista|vol|congreso',
      not: 'et al|desde|entre|referencias|consultad',
    },
    'sample-size': {
      asks: 'tamano (?:de la )?muestra|muestra|cuant[oa]s (?:participantes?|pacientes?|sujetos?|personas|encuestad|casos)|numero de (?:participantes|pacientes|sujetos|encuestados|casos)',
      before:
        'n ?= ?|(?:muestra|total|incluyo|incluyeron|participaron|reclutaron|estudiaron|encuesto|compuesta)(?: (?:de|por|a|un total|fue|formada|se))*',
      behind:
        '(?:\\p{L}+ ){0,1}(?:participantes?|pacientes?|sujetos?|personas|individuos|adultos|ninos|mujeres|hombres|voluntarios|encuestados|estudiantes|casos|ratones)',
      near: 'participantes?|pacientes?|sujetos?|muestra|incluy|reclut|aleatori|encuest',
      not: 'edad|anos de edad|excluid|grupo control|por grupo|cada grupo',
    },
    method: {
      asks: 'metodo|metodologia|enfoque|diseno|procedimiento|como se (?:hizo|realizo)',
      before: '',
      behind: '',
      near: 'se (?:utiliz|emple|realiz|aplic|llev)|(?:utilizamos|proponemos|realizamos|empleamos)|diseno del estudio',
      not: 'referencias|et al',
    },
    result: {
      asks: 'resultado|hallazgo|conclusion|que (?:encontr|muestra|demuestra)',
      before: '',
      behind: '',
      near: 'resultados? (?:muestran|indican|sugieren|demuestran)|(?:encontramos|observamos|concluimos)|significativ|conclusion|hallazgo|mejor|redu|aument',
      not: 'referencias|et al|objetivo|hipotesis',
    },
    dose: {
      asks: 'dosis|posologia|cuanto .{0,30}(?:administr|recib)',
      before: 'dosis(?: (?:de|fue|era|diaria))*|recibieron|administr\\p{L}+|de|con',
      behind: '(?:\\p{L}+ )?(?:al dia|por dia|diari[oa]s?|cada|/dia|por kg|/kg|via oral|una vez|dos veces)',
      near: 'dosis|administr|recib|diari|oral',
      not: 'peso corporal|concentracion|suero',
    },
  },
};
