import type { TextSpan } from './contract/search';

/** The scheme that the system hands to the window. */
export const addressScheme = 'vitrine';

export const privateMark = 'private_';

/** Whether this is the id of a private conversation, or of an exchange or a run in one. */
export const isPrivateId = (id: string): boolean => id.startsWith(privateMark);

export interface DocumentPlace {
  readonly documentId: string;
  /** 1-based; empty where the format has none, or the address names none. */
  readonly pages: readonly number[];
  readonly span: TextSpan | null;
}

/** A place that an address names; a conversation may be named by one of its exchanges. */
export type AddressedPlace =
  | ({ readonly kind: 'document' } & DocumentPlace)
  | { readonly kind: 'conversation'; readonly conversationId: string };

/** Ids are hex digits, words and hyphens; nothing else is one, whatever it is written with. */
const id = '[A-Za-z0-9_-]{1,200}';
const number = '[0-9]{1,15}';
const documentAddress = new RegExp(
  `^${addressScheme}://document/(${id})/?(?:#(?:page=(${number}))?&?(?:char=(${number})-(${number}))?)?$`,
  'u',
);
const conversationAddress = new RegExp(`^${addressScheme}://conversation/(${id})/?(?:#${id})?$`, 'u');

/**
 * Returns the place that a text names as `vitrine://document/ID#page=3&char=120-480` or
 * `vitrine://conversation/ID#EXCHANGE`; null for other texts. The text comes from strangers: the place may not exist,
 * and nothing else is read from it. It does not use `URL`, which mends wrong text.
 */
export function placeOfAddress(text: string): AddressedPlace | null {
  const conversation = conversationAddress.exec(text);
  if (conversation) return { kind: 'conversation', conversationId: conversation[1] ?? '' };
  const found = documentAddress.exec(text);
  if (!found) return null;
  const [, documentId = '', page, from, to] = found;
  const span = from === undefined ? null : { startChar: Number(from), endChar: Number(to) };
  if (page === '0' || (span && span.endChar <= span.startChar)) return null;
  return { kind: 'document', documentId, pages: page === undefined ? [] : [Number(page)], span };
}

/** The address of a chunk or a citation; of several pages the first. */
export function addressOf(
  place: { readonly documentId: string; readonly pages: readonly number[] } & TextSpan,
): string {
  const [page] = place.pages;
  const parts = [...(page === undefined ? [] : [`page=${page}`]), `char=${place.startChar}-${place.endChar}`];
  return `${addressScheme}://document/${place.documentId}#${parts.join('&')}`;
}

/** The first of some words, such as those that a program is called with, that is an address, right or wrong. */
export const addressAmong = (words: readonly string[]): string | undefined =>
  words.find((word) => word.startsWith(`${addressScheme}:`));
