import type { CitedSentence } from '@shared/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentencesOfMarkers } from '../../../../../renderer/panels/answer/citation-markers';
import { forAll } from '../../../../for-all';

const sentence = (text: string, ...markers: number[]): CitedSentence => ({
  text,
  markers,
  support: 'supported',
  share: 1,
  missingNumbers: [],
  spans: [],
});
const drawn = (marker: number, before: string) => ({ marker, before });

describe('the sentence of a marker', () => {
  it('is recognised by the text before it, also if one sentence has its number twice', () => {
    const cited = [sentence('Silk gets **fifty** lux and so do dyes.', 1), sentence('Wood gets more light.', 1)];
    const markers = [
      drawn(1, 'Silk gets fifty lux'),
      drawn(1, 'Silk gets fifty lux and so do dyes'),
      drawn(1, 'Silk gets fifty lux and so do dyes. Wood gets more light.'),
    ];
    expect(sentencesOfMarkers(markers, cited)).toEqual([0, 0, 1]);
  });

  it('is recognised by all text before it if two sentences end or continue alike', () => {
    const alike = 'Rent of the flats on the second floor';
    const cited = ['2022', '2023', '2024'].map((year) => sentence(`| ${year} | ${alike} | 900 |`, 1));
    const rows = (end: string) => cited.map(({ text }) => drawn(1, text.slice(0, text.indexOf(end))));
    expect(sentencesOfMarkers(rows(' |\n'), cited)).toEqual([0, 1, 2]);
    expect(sentencesOfMarkers(rows(' | 900'), cited)).toEqual([0, 1, 2]);
    expect(sentencesOfMarkers([drawn(1, `2024${alike}900`)], cited)).toEqual([2]);
  });

  it('is the next that cites its number where the letters tell nothing', () => {
    const cited = [sentence('One.', 1, 2), sentence('Two.', 2)];
    expect(sentencesOfMarkers([drawn(1, ''), drawn(2, ''), drawn(2, '')], cited)).toEqual([0, 0, 1]);
  });

  it('is found for every marker of every answer of distinct sentences', () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{12,20}$/), { minLength: 1, maxLength: 8 });
    forAll(words, fc.infiniteStream(fc.integer({ min: 1, max: 3 })), (texts, numbers) => {
      const cited = texts.map((text) => sentence(`${text}.`, numbers.next().value));
      let before = '';
      const markers = cited.map(({ text, markers: [marker = 0] }) => {
        before += ` ${text}`;
        return drawn(marker, before);
      });
      expect(sentencesOfMarkers(markers, cited)).toEqual(texts.map((_, index) => index));
    });
  });
});
