import type { DocumentFormat } from './contract';

/** So much of a file is looked at. */
const WINDOW = 16_384;

const page = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*(?:<!doctype\s+html\b|<html[\s>])/i;
const mailbox = /^From \S+[^\n]*\d{4}\r?\n[A-Za-z-]+:/;
const header = /^([A-Za-z][A-Za-z0-9-]*):/;
/** Headers that only mails have. */
const ownHeaders = new Set(['message-id', 'mime-version', 'received', 'return-path', 'delivered-to', 'dkim-signature']);
const usualHeaders = new Set(['from', 'to', 'subject', 'date', 'cc', 'reply-to', 'content-type']);

/**
 * The kind of a text by its beginning and, where that leaves it open, by its name.
 *
 * @param head the file's beginning, byte by byte (Latin-1)
 * @param named what the name promises
 * @returns null for what is neither marked as anything nor named as text
 */
export function sniffText(head: string, named: DocumentFormat | null): DocumentFormat | null {
  const start = head.slice(0, WINDOW).replace(/^\u00EF\u00BB\u00BF/, '');
  if (/^\s*\{\\rtf/.test(start)) return 'rtf';
  // Code and Markdown may quote anything.
  if (named === 'code' || named === 'md' || named === 'json' || named === 'csv') return named;
  if (mailbox.test(start)) return 'mbox';
  if (isMail(start, named === 'eml')) return 'eml';
  if (page.test(start) || (named === 'html' && /<[a-z!][^>]*>/i.test(start))) return 'html';
  return named === 'txt' ? 'txt' : null;
}

function isMail(start: string, named: boolean): boolean {
  let own = 0;
  let usual = 0;
  for (const line of start.split(/\r?\n/)) {
    if (line === '') break;
    const name = header.exec(line)?.[1]?.toLowerCase();
    if (name === undefined && !/^[ \t]/.test(line)) return false;
    if (name !== undefined && ownHeaders.has(name)) own += 1;
    if (name !== undefined && usualHeaders.has(name)) usual += 1;
  }
  return named ? own + usual >= 2 : own >= 1 && usual >= 2;
}
