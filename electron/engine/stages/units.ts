/** What a unit measures, and how many of the base unit it is. */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
  /** Added after multiplying: degrees Fahrenheit. */
  readonly offset?: number;
}

/** Names as they are written behind a number: lower case, without diacritics. English, German, Spanish. */
const table: readonly (readonly [dimension: string, factor: number, names: string])[] = [
  ['length', 1e-3, 'mm millimetre millimetres millimeter millimeters millimetern milimetro milimetros'],
  ['length', 1e-2, 'cm centimetre centimetres centimeter centimeters zentimeter zentimetern centimetro centimetros'],
  ['length', 1, 'm metre metres meter meters metern metro metros'],
  ['length', 1e3, 'km kilometre kilometres kilometer kilometers kilometern kilometro kilometros'],
  ['length', 0.0254, 'inch inches zoll pulgada pulgadas'],
  ['length', 0.3048, 'ft foot feet'],
  ['length', 1609.344, 'mile miles'],
  ['area', 1, 'm2 sqm qm'],
  ['area', 1e4, 'ha hectare hectares hektar hectarea hectareas'],
  ['area', 1e6, 'km2'],
  ['volume', 1, 'm3'],
  ['volume', 1e-6, 'ml millilitre millilitres milliliter milliliters mililitro mililitros'],
  ['volume', 1e-3, 'l litre litres liter liters litern litro litros'],
  ['mass', 1e-6, 'mg milligram milligrams milligramm miligramo miligramos'],
  ['mass', 1e-3, 'g gram grams gramm gramo gramos'],
  ['mass', 1, 'kg kilogram kilograms kilogramm kilo kilos kilogramo kilogramos'],
  ['mass', 1e3, 't tonne tonnes tonnen tonelada toneladas'],
  ['mass', 0.45359237, 'lb lbs'],
  ['duration', 1e-3, 'ms millisecond milliseconds millisekunde millisekunden milisegundo milisegundos'],
  ['duration', 1, 's sec secs second seconds sekunde sekunden segundo segundos'],
  ['duration', 60, 'min mins minute minutes minuten minuto minutos'],
  ['duration', 3600, 'h hr hrs hour hours stunde stunden hora horas'],
  ['duration', 86_400, 'day days tag tage tagen dia dias'],
  ['duration', 604_800, 'week weeks woche wochen semana semanas'],
  ['months', 1, 'month months monat monate monaten mes meses'],
  ['months', 12, 'year years jahr jahre jahren ano anos'],
  ['share', 1, '% percent prozent percentage'],
  ['speed', 1, 'km/h kmh'],
  ['speed', 1.609344, 'mph'],
  ['speed', 3.6, 'm/s'],
  ['light', 1, 'lux lx'],
  ['data', 1, 'byte bytes'],
  ['data', 1e3, 'kb'],
  ['data', 1e6, 'mb'],
  ['data', 1e9, 'gb'],
  ['data', 1e12, 'tb'],
  ['data', 1024, 'kib'],
  ['data', 1024 ** 2, 'mib'],
  ['data', 1024 ** 3, 'gib'],
  ['power', 1, 'w watt watts vatio vatios'],
  ['power', 1e3, 'kw kilowatt kilowatts'],
  ['voltage', 1, 'v volt volts voltio voltios'],
  ['temperature', 1, '°c'],
  ['money eur', 1, '€ eur euro euros'],
  ['money usd', 1, '$ usd dollar dollars dolar dolares'],
  ['money gbp', 1, '£ gbp'],
  ['money chf', 1, 'chf franken'],
];

const units = new Map<string, Unit>(
  table.flatMap(([dimension, factor, names]) => names.split(' ').map((name) => [name, { dimension, factor }])),
);
units.set('°f', { dimension: 'temperature', factor: 5 / 9, offset: -160 / 9 });

export const unitOf = (name: string): Unit | undefined => units.get(name);

const multipliers = new Map<string, number>(
  (
    [
      [1e3, 'thousand tausend tsd mil'],
      [1e6, 'million millions millionen mio millon millones'],
      [1e9, 'billion billions milliarde milliarden mrd'],
    ] as const
  ).flatMap(([factor, names]) => names.split(' ').map((name) => [name, factor] as const)),
);
export const multiplierOf = (name: string): number | undefined => multipliers.get(name);
