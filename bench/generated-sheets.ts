/**
 * Sheets of orders and employees in three languages with questions whose answers are counted here, in plain JavaScript over
 * the records that the sheets are written from. Seeded: the same numbers make the same suite.
 */

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export type SheetLanguage = 'eng' | 'deu' | 'spa';

export interface SheetQuestion {
  readonly language: SheetLanguage;
  readonly question: string;
  /** Texts as cells have them, or decimals; in any order. */
  readonly answers: readonly string[];
  readonly kind: string;
}

export interface GeneratedSheet {
  readonly rows: readonly (readonly string[])[];
  readonly questions: readonly SheetQuestion[];
}

interface Row {
  readonly id: string;
  readonly who: string;
  readonly place: string;
  readonly thing: string;
  readonly units: number;
  /** In hundredths; null for an empty cell. */
  readonly amount: number | null;
  /** In tenths of a kilogram. */
  readonly weight: number;
  /** Days since 1970. */
  readonly day: number;
}

const people: Readonly<Record<SheetLanguage, readonly string[]>> = {
  eng: 'Harper Ltd|Moss & Co|Quill Partners|Barlow Group|Finch Traders|Dunmore plc|Ashby Foods|Keller Works|Nolan Supply|Orwell Tools'.split(
    '|',
  ),
  deu: 'Adler GmbH|Brandt KG|Eckert AG|Fuchs & Sohn|Gruber OHG|Huber Bau|Kaiser Technik|Lorenz Möbel|Nagel Druck|Zeller Obst'.split(
    '|',
  ),
  spa: 'Álvarez SL|Bravo SA|Cano Hermanos|Duarte y Cía|Esteban SL|Fuentes SA|Gallego Textil|Herrero SL|Ibáñez SA|Lozano Muebles'.split(
    '|',
  ),
};
const places: Readonly<Record<SheetLanguage, readonly string[]>> = {
  eng: 'Leeds|Bristol|Norwich|Exeter|Dundee|Swansea'.split('|'),
  deu: 'Köln|Bremen|Jena|Passau|Görlitz|Münster'.split('|'),
  spa: 'Sevilla|Bilbao|Málaga|Gijón|Cáceres|Lérida'.split('|'),
};
const things: Readonly<Record<SheetLanguage, readonly string[]>> = {
  eng: 'Copper pipe|Oak shelf|Desk lamp|Paint roller|Garden hose'.split('|'),
  deu: 'Kupferrohr|Eichenregal|Tischlampe|Farbrolle|Gartenschlauch'.split('|'),
  spa: 'Tubo de cobre|Estante de roble|Flexo negro|Rodillo fino|Manguera verde'.split('|'),
};
const heads: Readonly<Record<SheetLanguage, readonly string[]>> = {
  eng: ['Order', 'Customer', 'City', 'Product', 'Units', 'Amount', 'Weight', 'Date'],
  deu: ['Auftrag', 'Kunde', 'Ort', 'Artikel', 'Stück', 'Betrag', 'Gewicht', 'Datum'],
  spa: ['Pedido', 'Cliente', 'Ciudad', 'Producto', 'Unidades', 'Importe', 'Peso', 'Fecha'],
};
const totals: Readonly<Record<SheetLanguage, string>> = { eng: 'Total', deu: 'Summe', spa: 'Total' };
const months: Readonly<Record<SheetLanguage, readonly string[]>> = {
  eng: 'January February March April May June July August September October November December'.split(' '),
  deu: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  spa: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
};

/** Hundredths or tenths as the language writes them, thousands grouped. */
function written(units: number, decimals: number, language: SheetLanguage): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const whole = digits
    .slice(0, digits.length - decimals)
    .replace(/\B(?=(?:\d{3})+$)/gu, language === 'eng' ? ',' : '.');
  return decimals === 0 ? whole : `${whole}${language === 'eng' ? '.' : ','}${digits.slice(-decimals)}`;
}

const plain = (units: bigint, decimals: number): string => {
  const digits = String(units).padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/u, '');
  return `${digits.slice(0, digits.length - decimals)}${fraction === '' || decimals === 0 ? '' : `.${fraction}`}`;
};

function parts(day: number): readonly [number, number, number] {
  const date = new Date(day * 86_400_000);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}
const two = (value: number) => String(value).padStart(2, '0');
function dateCell(day: number, language: SheetLanguage, way: number): string {
  const [y, m, d] = parts(day);
  if (way === 0) return `${y}-${two(m)}-${two(d)}`;
  if (language === 'eng') return way === 1 ? `${d} ${months.eng[m - 1]} ${y}` : `${months.eng[m - 1]} ${d}, ${y}`;
  if (language === 'deu') return way === 1 ? `${two(d)}.${two(m)}.${y}` : `${d}. ${months.deu[m - 1]} ${y}`;
  return way === 1 ? `${two(d)}/${two(m)}/${y}` : `${d} de ${months.spa[m - 1]} de ${y}`;
}
function spokenDate(day: number, language: SheetLanguage): string {
  const [y, m, d] = parts(day);
  if (language === 'eng') return `${months.eng[m - 1]} ${d}, ${y}`;
  return language === 'deu' ? `${d}. ${months.deu[m - 1]} ${y}` : `${d} de ${months.spa[m - 1]} de ${y}`;
}

interface Template {
  readonly kind: string;
  readonly words: Readonly<Record<SheetLanguage, string>>;
  /** The values that the words take, in braces there, and the answers; null where these rows have none. */
  readonly make: (
    rows: readonly Row[],
    pick: Picker,
  ) => {
    readonly values: Readonly<Record<string, string | ((language: SheetLanguage) => string)>>;
    readonly answers: readonly string[];
  } | null;
}
interface Picker {
  readonly row: () => Row;
  readonly other: (than: Row) => Row;
  readonly number: (from: number, to: number) => number;
}

const unique = (texts: readonly string[]) => [...new Set(texts)];
const paid = (rows: readonly Row[]) => rows.flatMap(({ amount }) => (amount === null ? [] : [amount]));
const sum = (units: readonly number[]) => units.reduce((all, one) => all + BigInt(one), 0n);
/** Half away from nought, as a mean is rounded. */
const mean = (units: readonly number[], decimals: number) => {
  const [all, count] = [sum(units) * 100n, BigInt(units.length)];
  return plain((all * 2n + count) / (count * 2n), decimals + 2);
};
function mostCommon(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].filter(([, count]) => count === most).map(([text]) => text);
}

const templates: readonly Template[] = [
  {
    kind: 'count',
    words: {
      eng: 'How many orders are from {place}?',
      deu: 'Wie viele Aufträge kommen aus {place}?',
      spa: '¿Cuántos pedidos son de {place}?',
    },
    make: (rows, { row }) => {
      const { place } = row();
      return { values: { place }, answers: [String(rows.filter((one) => one.place === place).length)] };
    },
  },
  {
    kind: 'count-not',
    words: {
      eng: 'How many orders are not from {place}?',
      deu: 'Wie viele Aufträge sind nicht aus {place}?',
      spa: '¿Cuántos pedidos no son de {place}?',
    },
    make: (rows, { row }) => {
      const { place } = row();
      return { values: { place }, answers: [String(rows.filter((one) => one.place !== place).length)] };
    },
  },
  {
    kind: 'count-two',
    words: {
      eng: 'How many orders of {thing} are from {place}?',
      deu: 'Wie viele Aufträge für {thing} kommen aus {place}?',
      spa: '¿Cuántos pedidos de {thing} son de {place}?',
    },
    make: (rows, { row }) => {
      const { place, thing } = row();
      return {
        values: { place, thing },
        answers: [String(rows.filter((one) => one.place === place && one.thing === thing).length)],
      };
    },
  },
  {
    kind: 'count-more',
    words: {
      eng: 'How many orders have more than {n} units?',
      deu: 'Wie viele Aufträge haben mehr als {n} Stück?',
      spa: '¿Cuántos pedidos tienen más de {n} unidades?',
    },
    make: (rows, { number }) => {
      const n = number(3, 60);
      return { values: { n: String(n) }, answers: [String(rows.filter(({ units }) => units > n).length)] };
    },
  },
  {
    kind: 'count-least',
    words: {
      eng: 'How many orders have an amount of at least {n}?',
      deu: 'Wie viele Aufträge haben einen Betrag von mindestens {n}?',
      spa: '¿Cuántos pedidos tienen un importe de al menos {n}?',
    },
    make: (rows, { row }) => {
      const amount = row().amount ?? 10_000;
      return {
        values: { n: (language) => written(amount, 2, language) },
        answers: [String(paid(rows).filter((one) => one >= amount).length)],
      };
    },
  },
  {
    kind: 'count-after',
    words: {
      eng: 'How many orders are after {day}?',
      deu: 'Wie viele Aufträge gab es nach dem {day}?',
      spa: '¿Cuántos pedidos hay después del {day}?',
    },
    make: (rows, { row }) => {
      const { day } = row();
      return {
        values: { day: (language) => spokenDate(day, language) },
        answers: [String(rows.filter((one) => one.day > day).length)],
      };
    },
  },
  {
    kind: 'distinct',
    words: {
      eng: 'How many different cities are there?',
      deu: 'Wie viele verschiedene Orte gibt es?',
      spa: '¿Cuántas ciudades distintas hay?',
    },
    make: (rows) => ({ values: {}, answers: [String(unique(rows.map(({ place }) => place)).length)] }),
  },
  {
    kind: 'sum',
    words: {
      eng: 'What is the total amount for {who}?',
      deu: 'Was ist die Summe der Beträge von {who}?',
      spa: '¿Cuál es el importe total de {who}?',
    },
    make: (rows, { row }) => {
      const { who } = row();
      const amounts = paid(rows.filter((one) => one.who === who));
      return amounts.length === 0 ? null : { values: { who }, answers: [plain(sum(amounts), 2)] };
    },
  },
  {
    kind: 'sum-all',
    words: {
      eng: 'How many units are there in total?',
      deu: 'Wie viele Stück sind es insgesamt?',
      spa: '¿Cuántas unidades hay en total?',
    },
    make: (rows) => ({ values: {}, answers: [plain(sum(rows.map(({ units }) => units)), 0)] }),
  },
  {
    kind: 'mean',
    words: {
      eng: 'What is the average amount in {place}?',
      deu: 'Wie hoch ist der durchschnittliche Betrag in {place}?',
      spa: '¿Cuál es el importe medio en {place}?',
    },
    make: (rows, { row }) => {
      const { place } = row();
      const amounts = paid(rows.filter((one) => one.place === place));
      return amounts.length < 2 ? null : { values: { place }, answers: [mean(amounts, 2)] };
    },
  },
  {
    kind: 'mean-weight',
    words: {
      eng: 'What is the average weight?',
      deu: 'Was ist das durchschnittliche Gewicht?',
      spa: '¿Cuál es el peso medio?',
    },
    make: (rows) => ({
      values: {},
      answers: [
        mean(
          rows.map(({ weight }) => weight),
          1,
        ),
      ],
    }),
  },
  {
    kind: 'top',
    words: {
      eng: 'Which order has the highest amount?',
      deu: 'Welcher Auftrag hat den höchsten Betrag?',
      spa: '¿Qué pedido tiene el importe más alto?',
    },
    make: (rows) => {
      const most = Math.max(...paid(rows));
      return { values: {}, answers: rows.filter(({ amount }) => amount === most).map(({ id }) => id) };
    },
  },
  {
    kind: 'bottom-in',
    words: {
      eng: 'Which order from {place} has the fewest units?',
      deu: 'Welcher Auftrag aus {place} hat die wenigsten Stück?',
      spa: '¿Qué pedido de {place} tiene menos unidades?',
    },
    make: (rows, { row }) => {
      const { place } = row();
      const of = rows.filter((one) => one.place === place);
      const least = Math.min(...of.map(({ units }) => units));
      return { values: { place }, answers: of.filter(({ units }) => units === least).map(({ id }) => id) };
    },
  },
  {
    kind: 'heaviest',
    words: {
      eng: 'Which order is the heaviest?',
      deu: 'Welcher Auftrag ist der schwerste?',
      spa: '¿Qué pedido es el más pesado?',
    },
    make: (rows) => {
      const most = Math.max(...rows.map(({ weight }) => weight));
      return { values: {}, answers: rows.filter(({ weight }) => weight === most).map(({ id }) => id) };
    },
  },
  {
    kind: 'often',
    words: {
      eng: 'Which customer has the most orders?',
      deu: 'Welcher Kunde hat die meisten Aufträge?',
      spa: '¿Qué cliente tiene más pedidos?',
    },
    make: (rows) => ({ values: {}, answers: mostCommon(rows.map(({ who }) => who)) }),
  },
  {
    kind: 'lookup',
    words: {
      eng: 'Who is the customer of {id}?',
      deu: 'Wer ist der Kunde von {id}?',
      spa: '¿Quién es el cliente de {id}?',
    },
    make: (_, { row }) => {
      const { id, who } = row();
      return { values: { id }, answers: [who] };
    },
  },
  {
    kind: 'difference',
    words: {
      eng: 'What is the difference in units between {id} and {other}?',
      deu: 'Was ist der Unterschied in Stück zwischen {id} und {other}?',
      spa: '¿Cuál es la diferencia de unidades entre {id} y {other}?',
    },
    make: (_, { row, other }) => {
      const one = row();
      const two_ = other(one);
      return { values: { id: one.id, other: two_.id }, answers: [String(Math.abs(one.units - two_.units))] };
    },
  },
  {
    kind: 'next',
    words: {
      eng: 'Which order comes after {id}?',
      deu: 'Welcher Auftrag kommt nach {id}?',
      spa: '¿Qué pedido viene después de {id}?',
    },
    make: (rows, { row }) => {
      const { id } = row();
      const next = rows[rows.findIndex((one) => one.id === id) + 1];
      return next ? { values: { id }, answers: [next.id] } : null;
    },
  },
  {
    kind: 'compare',
    words: {
      eng: 'Which order has a higher amount, {id} or {other}?',
      deu: 'Welcher Auftrag hat einen höheren Betrag, {id} oder {other}?',
      spa: '¿Qué pedido tiene un importe mayor, {id} o {other}?',
    },
    make: (_, { row, other }) => {
      const one = row();
      const another = other(one);
      if (one.amount === null || another.amount === null || one.amount === another.amount) return null;
      return {
        values: { id: one.id, other: another.id },
        answers: [one.amount > another.amount ? one.id : another.id],
      };
    },
  },
  {
    kind: 'extreme',
    words: {
      eng: 'What is the highest amount in {place}?',
      deu: 'Was ist der höchste Betrag in {place}?',
      spa: '¿Cuál es el importe más alto en {place}?',
    },
    make: (rows, { row }) => {
      const { place } = row();
      const amounts = paid(rows.filter((one) => one.place === place));
      return amounts.length === 0 ? null : { values: { place }, answers: [plain(BigInt(Math.max(...amounts)), 2)] };
    },
  },
];

const languages: readonly SheetLanguage[] = ['eng', 'deu', 'spa'];

/** So many sheets with so many questions each. */
export function generatedSheets(count: number, questionsEach: number, seed = 1): GeneratedSheet[] {
  const random = seeded(seed);
  const number = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  return Array.from({ length: count }, (_, at) => {
    const language = languages[at % languages.length] ?? 'eng';
    const size = number(8, 40);
    const rows = Array.from({ length: size }, (_, row): Row => {
      const isEmpty = row > 1 && random() < 0.08;
      return {
        id: `${language === 'eng' ? 'PO' : language === 'deu' ? 'AU' : 'PE'}-${1000 + row * 7 + (at % 5)}`,
        who: one(people[language]),
        place: one(places[language]),
        thing: one(things[language]),
        units: number(1, 80),
        amount: isEmpty ? null : number(100, 400_000),
        weight: number(5, 3000),
        day: 17_000 + number(0, 1500),
      };
    });
    const way = number(0, 2);
    const symbol = language === 'eng' ? '$' : '€';
    const money = (amount: number | null): string => {
      if (amount === null) return one(['', '-', 'n/a', '—']);
      return language === 'eng'
        ? `${symbol}${written(amount, 2, language)}`
        : `${written(amount, 2, language)} ${symbol}`;
    };
    const cells = rows.map((row) => [
      row.id,
      row.who,
      row.place,
      row.thing,
      String(row.units),
      money(row.amount),
      `${written(row.weight, 1, language)} kg`,
      dateCell(row.day, language, way),
    ]);
    const total = [
      totals[language],
      '',
      '',
      '',
      String(rows.reduce((all, { units }) => all + units, 0)),
      money(Number(sum(paid(rows)))),
      '',
      '',
    ];
    const pick: Picker = { number, row: () => one(rows), other: (than) => one(rows.filter((row) => row !== than)) };
    const questions: SheetQuestion[] = [];
    for (let tries = 0; questions.length < questionsEach && tries < questionsEach * 10; tries += 1) {
      const template = templates[(at * 7 + tries) % templates.length];
      const made = template?.make(rows, pick);
      if (!template || !made) continue;
      const question = template.words[language].replace(/\{(\w+)\}/gu, (_, name: string) => {
        const value = made.values[name];
        return typeof value === 'function' ? value(language) : (value ?? '');
      });
      questions.push({ language, question, answers: made.answers, kind: template.kind });
    }
    return { rows: [[...heads[language]], ...cells, ...(at % 4 === 0 ? [total] : [])], questions };
  });
}
