import { kor } from 'stopword';
import { searchedOnly, type TextLanguage } from './language';

export const ko: TextLanguage = {
  ...searchedOnly,
  stopWords: kor,
  questionWords:
    '무엇 무엇을 무엇이 무엇인가 무엇입니까 누구 누가 누구입니까 언제 어디 어디에 어디에서 왜 어떻게 얼마나 몇 어느 어떤'.split(
      ' ',
    ),
  letters: '\\p{Script=Hangul}',
  endings: null,
};
