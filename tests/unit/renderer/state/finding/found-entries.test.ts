import { speak } from '@shared/words/index';
import type { Language } from '@shared/words/languages';
import { describe, expect, it, vi } from 'vitest';
import { TitleIndex } from '../../../../../renderer/state/finding/found-entries';
import cases from './found-entries.json';

const entries = [
  { id: 'a', title: 'Über Häuser und Gärten', note: 'notes/houses.md' },
  { id: 'b', title: 'Annual report 2024' },
  { id: 'c', title: 'Report of the garden', note: 'garden.pdf' },
];

describe('TitleIndex', () => {
  it.each([
    ['the beginning of a word', 'ann', ['b']],
    ['several words in any order', 'garden rep', ['c']],
    ['capitals and accents, or none', 'hauser', ['a']],
    ['what stands beside the title', 'houses', ['a']],
    ['only what has every word', 'report houses', []],
    ['nothing', '', []],
  ])('finds by %s', async (_, query, ids) => {
    const index = new TitleIndex();
    await index.fill(entries);
    expect(index.search(query, 10)).toEqual(ids);
  });

  it('gives at most as many as asked for', async () => {
    const index = new TitleIndex();
    await index.fill(Array.from({ length: 50 }, (_, at) => ({ id: String(at), title: `chapter ${at}` })));
    expect(index.search('chapter', 6)).toHaveLength(6);
  });
});

describe('commands and settings', () => {
  it.each(cases as [Language, string, string][])(
    'are found in %s by an everyday word, %s',
    async (language, query, id) => {
      vi.stubGlobal('window', { vitrine: { host: 'desktop', platform: 'linux' } });
      const { commandEntries, settingEntries } = await import('../../../../../renderer/state/finding/palette-entries');
      await speak(language);
      const index = new TitleIndex();
      await index.fill([...commandEntries(), ...settingEntries()]);
      expect(index.search(query, 20)).toContain(id);
    },
  );
});
