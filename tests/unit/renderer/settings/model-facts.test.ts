import type { ModelSummary } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { nameOf } from '../../../../renderer/components/model-name';
import { noteOf, runsElsewhere } from '../../../../renderer/settings/search-models/model-facts';

const model = (changes: Partial<ModelSummary>): ModelSummary => ({
  id: 'one',
  job: 'embedding',
  title: 'One',
  licence: 'MIT',
  installed: true,
  active: false,
  location: '/library/models/one',
  dimension: 384,
  window: 512,
  bytes: 1,
  store: { from: 'hub', repository: 'someone/one', removable: true, partialBytes: 0, downloadBytes: null },
  ...changes,
});

describe('a model in the list of those that find and rank', () => {
  it.each([
    ['Universal Sentence Encoder lite (bundled)', 'Universal Sentence Encoder lite'],
    ['all-minilm (Ollama)', 'all-minilm'],
    ['all-MiniLM-L6-v2', 'all-MiniLM-L6-v2'],
  ])('%s is called %s', (title, name) => {
    expect(nameOf({ title })).toBe(name);
  });

  it('says where it comes from: the hub, a folder that somebody keeps, Vitrine itself', () => {
    const { store } = model({});
    expect(noteOf(model({}))).toBe('someone/one · MIT · 384 numbers · 512 tokens at once');
    const kept = store && { ...store, removable: false };
    expect(noteOf(model({ store: kept, location: '/usb/one' }))).toContain('from /usb/one');
    expect(noteOf(model({ store: kept && { ...kept, from: 'bundled' } }))).toContain('comes with Vitrine');
  });

  it('says of a server its address, and nothing of a licence that nobody knows', () => {
    const { store: _none, ...rest } = model({ id: 'ollama:one', licence: 'see the model' });
    const served: ModelSummary = { ...rest, location: 'http://127.0.0.1:11434' };
    expect(runsElsewhere(served)).toBe(true);
    expect(noteOf(served)).toBe('Ollama at 127.0.0.1:11434 · 384 numbers · 512 tokens at once');
  });
});
