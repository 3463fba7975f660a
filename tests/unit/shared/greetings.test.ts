import { describe, expect, it } from 'vitest';
import { greetingOf } from '../../../shared/greetings';

describe('a greeting', () => {
  it.each([
    'hello',
    'Hi!',
    'HEY there 👋',
    'hi 👋🏽',
    'Hello, Vitrine.',
    'Good morning',
    'good evening everyone',
    'thanks',
    'Thank you so much!',
    'many thanks',
    'Hallo',
    'Guten Tag!',
    'Vielen Dank',
    'danke schön',
    '¡Hola!',
    'Buenos días',
    'buenos di\u0301as',
    'Muchas gracias',
    'Bonjour',
    'Merci beaucoup',
    'ciao',
    'Tschüss!',
  ])('is %j', (message) => {
    expect(greetingOf(message)).not.toBeNull();
  });

  it.each([
    '',
    '?',
    '👋',
    'Hello, what is a gyroscope?',
    'hi-fi',
    'history',
    'Good morning report of 1881',
    'What does hello mean?',
    'high',
    'Who said thanks?',
    'Hey Jude',
    'dank',
  ])('is not %j', (message) => {
    expect(greetingOf(message)).toBeNull();
  });

  it('is told apart from thanks and from a farewell, which have answers of their own', () => {
    expect(['Hello!', 'Vielen Dank', 'thanks!', 'Tschüss'].map(greetingOf)).toEqual([
      'hello',
      'thanks',
      'thanks',
      'farewell',
    ]);
  });
});
