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
  offers: {
    section: '“{title}”은(는) “{heading}”에 대해 무엇을 말하나요?',
    whole: null,
    notOf: '결론|목차|머리말|부록|서론|요약|참고문헌'.split('|'),
  },
  plainQuestions:
    '이것은 무엇입니까?|누가 했습니까?|언제 일어났습니까?|어디에 있습니까?|몇 개 있습니까?|왜 그렇습니까?|어떻게 작동합니까?|그중 가장 큰 것은 무엇입니까?',
};
