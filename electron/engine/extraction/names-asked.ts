import { languageOf, type ReviewField } from '../languages';
import type { PreparedDocument, Span } from '../text/prepared-document';
import type { ValueCandidate } from '../text/values';
import { asCandidate, canonicalName, type NameMention, namesOf } from '../text/values/name';
import { anyWord } from '../text/values/words';
import { isAlone, type PartyCues, partiesOf } from './parties';
import type { ReadQuestion } from './question';
import { type CandidateEvidence, kindEvidence } from './scoring';

export interface ScoredCandidate extends ValueCandidate {
  readonly evidence: CandidateEvidence;
}

const headReach = 1500;
const inHead = 3;
const otherKind = -1.5;

/** It is worth so much, as a logit, that the law of a place is spoken of. */
const lawNamed = 2;

/** Returns how much its bearer and its place speak for a name, as a logit. */
export function bearerWeight(document: PreparedDocument, name: ValueCandidate, field: ReviewField | null): number {
  const { bearer, start } = name;
  if (bearer === undefined || field === null) return 0;
  if (field === 'law') return bearer === 'law' ? lawNamed : 0;
  if (field === 'author') {
    if (bearer !== 'person') return otherKind;
    return start < headReach && isLineOfNames(document, name) ? inHead : 0;
  }
  if (field !== 'supplier' && field !== 'customer') return 0;
  if (bearer !== 'organisation') return otherKind;
  return field === 'supplier' && start < headReach / 2 && isAlone(document, name) ? inHead : 0;
}

function isLineOfNames(document: PreparedDocument, { start, end }: Span): boolean {
  const { text } = document;
  const from = text.lastIndexOf('\n', start) + 1;
  const below = text.indexOf('\n', end);
  const to = below === -1 ? text.length : below;
  if (to - from > longestLine) return false;
  if (document.blockAt(start)?.kind !== 'paragraph') return false;
  let rest = '';
  let names = 0;
  let at = from;
  for (const one of document.once(namesOf)) {
    if (one.start > to) break;
    if (one.start < from || one.end > to || one.kind !== 'person') continue;
    rest += text.slice(at, one.start);
    at = one.end;
    names += 1;
  }
  // In a language with capitals on every noun, a line of two nouns is not a name in itself; nor is one in capitals: a
  // heading.
  const capitalsTell =
    languageOf(document.document.language)?.capitalsTellNames !== false &&
    !/^[^\p{Ll}]+$/u.test(text.slice(start, end));
  if (names < 2 && !capitalsTell) return false;
  return !notBesideNames.test((rest + text.slice(at, to)).toLowerCase().replace(joins, ' '));
}
const longestLine = 600;
const joins = new RegExp(`(?<!\\p{L})(?:${anyWord(({ parties: { and } }) => and)})(?!\\p{L})`, 'gu');
const notBesideNames = /\p{L}{2}/u;

/** Without cues; what each cue of a party weighs, as a logit. Each counts once for all mentions of a name. */
const weights = {
  bias: -4.5,
  listed: 4,
  /** In the list behind “between” a name of an organisation or a person is hardly anything else. */
  listedKnown: 2.5,
  role: 2.5,
  short: 1.5,
  signed: 2,
  /** The only evidence in an agreement without a list, such as a letter. */
  signedAlone: 2.2,
  definedAlone: 1.5,
  addressed: 1.5,
  first: 1.5,
  /** An organisation that is named at least three times. */
  again: 0.5,
  early: 0.5,
  unknownKind: -3,
} as const;

/** Weaker candidates are not considered: half of all names of a text. */
const unlikely = -3;

interface Party {
  readonly mention: NameMention;
  readonly logit: number;
}

/** Returns the parties by their cues, those of all mentions of a name together. */
export function partiesAsked(document: PreparedDocument, question: ReadQuestion): readonly ScoredCandidate[] {
  const ofKind = kindEvidence(document, question);
  const mentions = document.once(partiesOf);
  const byName = new Map<string, (NameMention & { readonly cues: PartyCues })[]>();
  for (const mention of mentions) {
    const key = canonicalName(mention.name);
    const same = byName.get(key);
    if (same) same.push(mention);
    else byName.set(key, [mention]);
  }
  const firstOrganisation = mentions.find(({ kind }) => kind === 'organisation');
  const first = firstOrganisation ? canonicalName(firstOrganisation.name) : null;
  const hasList = mentions.some(({ cues, kind }) => cues.listed && kind !== 'other');
  return [...byName].flatMap(([key, same]) => {
    const { mention, logit } = partyOf(same, document.text.length, key === first, hasList);
    if (logit <= unlikely) return [];
    return [
      {
        ...asCandidate(mention),
        evidence: { logit: logit + ofKind, quote: document.quoteOf(mention), hasWords: true },
      },
    ];
  });
}

function partyOf(
  same: readonly (NameMention & { readonly cues: PartyCues })[],
  length: number,
  isFirst: boolean,
  hasList: boolean,
): Party {
  const any = (test: (cues: PartyCues) => boolean): boolean => same.some(({ cues }) => test(cues));
  const isOrganisation = same.some(({ kind }) => kind === 'organisation');
  const known = same.some(({ kind }) => kind !== 'other');
  const listed = any((cues) => cues.listed);
  const isEarly = same.some(({ start }) => start < length * 0.1);
  const defined = (['role', 'short'] as const).find((how) => any((cues) => cues.defined === how));
  const signed = any((cues) => cues.signed);
  const logit =
    weights.bias +
    (listed ? weights.listed : 0) +
    (listed && known ? weights.listedKnown : 0) +
    (defined ? weights[defined] : 0) +
    (!hasList && isEarly && defined ? weights.definedAlone : 0) +
    (signed ? weights.signed + (hasList || !isOrganisation ? 0 : weights.signedAlone) : 0) +
    (isOrganisation && any((cues) => cues.addressed) ? weights.addressed : 0) +
    (isFirst ? weights.first : 0) +
    (isOrganisation && same.length > 2 ? weights.again : 0) +
    (isEarly ? weights.early : 0) +
    (known ? 0 : weights.unknownKind);
  // The mention under the value: in the list, otherwise with its short name, otherwise the first.
  const best = same.find(({ cues }) => cues.listed) ?? same.find(({ cues }) => cues.defined) ?? same[0];
  if (!best) throw new Error('A name without a mention.');
  return { mention: best, logit };
}
