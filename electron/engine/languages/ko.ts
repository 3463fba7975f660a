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
  plainQuestions:
    '이것은 무엇입니까?|누가 했습니까?|언제 일어났습니까?|어디에 있습니까?|몇 개 있습니까?|왜 그렇습니까?|어떻게 작동합니까?|그중 가장 큰 것은 무엇입니까?',
};
