import { describe, expect, it } from 'vitest';
import { defines, definitionSubject } from '../../../electron/engine/retrieval/definition';

describe('definitionSubject', () => {
  it.each([
    ['What is a gyroscope?', 'gyroscope'],
    ['what is  an   inertial frame', 'inertial frame'],
    ["What's the Coriolis force?", 'Coriolis force'],
    ['What’s drift?', 'drift'],
    ['Who was Anna Berg?', 'Anna Berg'],
    ['What are chunks?', 'chunks'],
    ['Define precession.', 'precession'],
    ['meaning of drift', 'drift'],
    ['What does BM25 mean?', 'BM25'],
    ['What does the term mean?', 'term'],
    ['Was ist ein Kreisel?', 'Kreisel'],
    ['Was ist die Drift?', 'Drift'],
    ['Wer war Anna Berg?', 'Anna Berg'],
    ['Was bedeutet Präzession?', 'Präzession'],
    ['¿Qué es un giroscopio?', 'giroscopio'],
    ['Qué significa deriva', 'deriva'],
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
    ['In brief: gyroscopes are wheels.', 'gyroscope'],
    ['BM25 (Okapi BM25) is a ranking function.', 'BM25'],
    ['A gyroscope, also called a gyro, is a wheel.', 'gyroscope'],
    ['Terms\n- **Gyroscope**: a spinning wheel', 'gyroscope'],
    ['Gyroscope: a spinning wheel', 'gyroscope'],
    ['**Gyroscope:** a spinning wheel', 'gyroscope'],
    ['Ein Kreisel ist ein Körper.', 'Kreisel'],
    ['La deriva es un error.', 'deriva'],
    ['The inertial\nframe means this.', 'inertial frame'],
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
