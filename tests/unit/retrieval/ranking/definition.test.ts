import { describe, expect, it } from 'vitest';
import { defines, definitionSubject } from '../../../../electron/engine/retrieval/ranking/rank-features';

describe('definitionSubject', () => {
  it.each([
    ['What is a gyroscope?', 'gyroscope'],
    ['Who was Anna Berg?', 'Anna Berg'],
    ['What does BM25 mean?', 'BM25'],
    ['Wer war Anna Berg?', 'Anna Berg'],
    ['¿Quién es Anna Berg?', 'Anna Berg'],
  ])('%s → %s', (query, subject) => {
    expect(definitionSubject(query)).toBe(subject);
  });

  it.each([
    'How does a gyroscope drift?',
    'When was the mill opened?',
    'What is the name of the man who built the mill by the river?',
    'gyroscope',
    '',
    'What is?',
  ])('asks for no definition: %j', (query) => {
    expect(definitionSubject(query)).toBeNull();
  });
});

describe('defines', () => {
  it.each([
    ['A gyroscope is a spinning wheel.', 'gyroscope'],
    ['A gyroscope, also called a gyro, is a wheel.', 'gyroscope'],
    ['Gyroscope: a spinning wheel', 'gyroscope'],
    ['La deriva es un error.', 'deriva'],
    ['C++ is a language.', 'C++'],
  ])('%j defines %s', (text, subject) => {
    expect(defines(text, subject)).toBe(true);
  });

  it.each([
    ['The gyroscope drifts.', 'gyroscope'],
    ['Microgyroscope is a word.', 'gyroscope'],
    ['A gyroscope island.', 'gyroscope'],
    ['See the gyroscope: it drifts.', 'gyroscope'],
    ['C is a language.', 'C++'],
    ['', 'gyroscope'],
  ])('%j does not define %s', (text, subject) => {
    expect(defines(text, subject)).toBe(false);
  });
});
