import { jpn } from 'stopword';
import { searchedOnly, type TextLanguage } from './language';

export const ja: TextLanguage = {
  ...searchedOnly,
  stopWords: jpn,
  questionWords: '何 誰 いつ どこ なぜ どう どの どれ どんな いくら いくつ です ます か ですか ますか'.split(' '),
  letters: '\\p{Script=Hiragana}\\p{Script=Katakana}',
  endings: null,
  offers: {
    section: '「{title}」は「{heading}」について何と書いていますか。',
    whole: null,
    notOf: 'はじめに|おわりに|参考文献|目次|要約|序文|付録'.split('|'),
  },
  plainQuestions:
    'これは何ですか？|誰がしたのですか？|いつ起こりましたか？|どこにありますか？|いくつありますか？|なぜそうなのですか？|どのように機能しますか？|その中で一番大きいのはどれですか？',
};
