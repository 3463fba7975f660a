import { describe, expect, it } from 'vitest';
import { readHelp } from '../../../electron/engine/answers/ways/help';
import cases from './greetings.json';

describe('a greeting', () => {
  it.each(cases)('is %j', (message) => {
    expect(readHelp(message)).not.toBeNull();
  });

  it.each(['', 'Hello, what is a gyroscope?', 'Good morning report of 1881', 'high', 'dank'])(
    'is not %j',
    (message) => {
      expect(readHelp(message)).toBeNull();
    },
  );

  it('is distinguished from thanks and from a farewell, which have their own answers', () => {
    expect(['Hello!', 'Vielen Dank', 'thanks!', 'Tschüss'].map((one) => readHelp(one)?.asks)).toEqual([
      'hello',
      'thanks',
      'thanks',
      'farewell',
    ]);
  });
});
