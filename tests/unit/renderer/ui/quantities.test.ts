import { setRegion, speak } from '@shared/words/index';
import { afterEach, describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatClock,
  formatDuration,
  formatMoment,
  formatTimeLeft,
  formatWhen,
} from '../../../../renderer/ui/quantities';

afterEach(async () => {
  await speak('en');
  setRegion('');
});

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

  it.each([
    [400, '< 1 s'],
    [27_480, '27 s'],
    [59_700, '1 min'],
    [125_000, '2 min 10 s'],
    [2_921_000, '49 min'],
    [3_840_000, '1 h 4 min'],
  ])('%d milliseconds that are left are %s', (ms, text) => {
    expect(formatTimeLeft(ms)).toBe(text);
  });

  it('shortens a date as far as it stays clear', () => {
    const now = new Date(2024, 4, 3, 18, 0);
    expect(formatWhen(new Date(2024, 4, 3, 14, 5).toISOString(), now)).toBe('14:05');
    expect(formatWhen(new Date(2024, 1, 3).toISOString(), now)).toBe('3 Feb');
    expect(formatWhen(new Date(2023, 1, 3).toISOString(), now)).toBe('3 Feb 2023');
    expect(formatWhen('no date', now)).toBe('');
  });

  it.each([
    ['en', '', '3 Feb 2023', '3 Feb 2023, 14:05', '14:05:09'],
    ['en', 'US', 'Feb 3, 2023', 'Feb 3, 2023, 2:05 PM', '2:05:09 PM'],
    ['en', 'DE', '3 Feb 2023', '3 Feb 2023, 14:05', '14:05:09'],
    ['de', '', '3. Feb. 2023', '03.02.2023, 14:05', '14:05:09'],
    ['de', 'AT', '3. Feb. 2023', '03.02.2023, 14:05', '14:05:09'],
    ['de', 'US', '3. Feb. 2023', '03.02.2023, 14:05', '14:05:09'],
    ['en', 'no country', '3 Feb 2023', '3 Feb 2023, 14:05', '14:05:09'],
  ] as const)('writes dates in %s in the manner of the region “%s”', async (language, region, day, moment, clock) => {
    await speak(language);
    setRegion(region);
    const iso = new Date(2023, 1, 3, 14, 5, 9).toISOString();
    const plain = (text: string) => text.replace(/\s/g, ' ');
    expect([formatWhen(iso, new Date(2024, 4, 3)), formatMoment(iso), formatClock(iso)].map(plain)).toEqual([
      day,
      moment,
      clock,
    ]);
  });
});
