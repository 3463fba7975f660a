import { describe, expect, it } from 'vitest';
import { formatBytes, formatDuration, formatWhen, languageName } from '../../../../renderer/components/quantities';

describe('quantities as a person reads them', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [12_400, '12.4 kB'],
    [999_999, '1 MB'],
    [48_300_000, '48.3 MB'],
    [1_200_000_000_000, '1.2 TB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it.each([
    [0.4, '< 1 ms'],
    [12.4, '12 ms'],
    [999.7, '1 s'],
    [1440, '1.4 s'],
    [59_960, '1 min'],
    [125_000, '2 min 5 s'],
    [3_840_000, '1 h 4 min'],
  ])('%d milliseconds are %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('shortens a date as far as it stays clear', () => {
    const now = new Date(2024, 4, 3, 18, 0);
    expect(formatWhen(new Date(2024, 4, 3, 14, 5).toISOString(), now)).toBe('14:05');
    expect(formatWhen(new Date(2024, 1, 3).toISOString(), now)).toBe('3 Feb');
    expect(formatWhen(new Date(2023, 1, 3).toISOString(), now)).toBe('3 Feb 2023');
    expect(formatWhen('no date', now)).toBe('');
  });

  it('names a language, and says nothing where it is not known', () => {
    expect(languageName('deu')).toBe('German');
    expect(languageName('und')).toBe('');
  });
});
