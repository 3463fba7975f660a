import { describe, expect, it } from 'vitest';
import { isGreeting } from '../../../electron/engine/chat/greetings';

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
    expect(isGreeting(message)).toBe(true);
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
    expect(isGreeting(message)).toBe(false);
  });
});
