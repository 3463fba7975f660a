import type { CollectionSummary, DocumentSummary } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { isEverywhere, listedDocuments, scopeChoices, withChoice } from '../../../../renderer/chat/scope-choices';
import { everywhere, scopeOfRequest } from '../../../../renderer/state/chat-scope';

const document = (documentId: string, title: string) => ({ documentId, title, path: '' }) as DocumentSummary;
const collection = (name: string, documents: number) => ({ name, documents }) as CollectionSummary;
const library = [document('a', 'Silk'), document('b', 'Wood'), document('c', 'Old silk')];
const collections = [collection('Library', 3), collection('Textiles', 0)];
const lines = (typed: string, scope = everywhere) =>
  scopeChoices(collections, library, scope, typed).choices.map(({ kind, id, chosen }) => `${kind} ${id} ${chosen}`);

describe('what a question may look at', () => {
  it('is everything, then collections, then documents by title', () => {
    expect(lines('')).toEqual([
      'everything  true',
      'collection Library false',
      'collection Textiles false',
      'document c false',
      'document a false',
      'document b false',
    ]);
  });

  it('is narrowed by what is typed', () => {
    expect(lines('SILK')).toEqual(['document c false', 'document a false']);
    expect(lines('text')).toEqual(['collection Textiles false']);
  });

  it('shows first what is chosen, and what is chosen and gone', () => {
    expect(lines('', { collections: ['Sold'], documentIds: ['b', 'x'] })).toEqual([
      'everything  false',
      'collection Library false',
      'collection Textiles false',
      'collection Sold true',
      'document x true',
      'document b true',
      'document c false',
      'document a false',
    ]);
  });

  it('says how many documents it leaves out', () => {
    const many = Array.from({ length: listedDocuments + 7 }, (_, index) => document(String(index), `Page ${index}`));
    expect(scopeChoices([], many, everywhere, '').more).toBe(7);
  });

  it('is chosen and let go of by the same key, and “everything” lets go of all', () => {
    const one = withChoice(everywhere, { kind: 'collection', id: 'Textiles' });
    const two = withChoice(one, { kind: 'document', id: 'a' });
    expect(two).toEqual({ collections: ['Textiles'], documentIds: ['a'] });
    expect(withChoice(two, { kind: 'document', id: 'a' })).toEqual(one);
    expect(isEverywhere(withChoice(two, { kind: 'everything', id: '' }))).toBe(true);
  });

  it('is told to the engine only where something is chosen, since an empty list would find nothing', () => {
    expect(scopeOfRequest(everywhere)).toEqual({});
    expect(scopeOfRequest({ collections: [], documentIds: ['a'] })).toEqual({ scope: { documentIds: ['a'] } });
  });
});
