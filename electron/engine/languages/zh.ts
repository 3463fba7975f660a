import { zho } from 'stopword';
import { searchedOnly, type TextLanguage } from './language';

export const zh: TextLanguage = {
  ...searchedOnly,
  stopWords: zho,
  questionWords:
    '什么 什么时候 哪 哪里 哪个 哪些 谁 何时 何地 何 几 多少 多大 多长 多久 为什么 怎么 怎么样 怎样 如何 是 有 了 在 吗 呢'.split(
      ' ',
    ),
  letters: '\\p{Script=Han}',
  endings: null,
  offers: {
    section: '“{title}”关于“{heading}”说了什么？',
    whole: null,
    notOf: '前言|参考文献|引言|摘要|目录|结论|附录'.split('|'),
  },
  plainQuestions:
    '这是什么？|是谁做的？|什么时候发生的？|它在哪里？|有多少个？|为什么会这样？|它是怎么工作的？|其中哪个最大？',
};
