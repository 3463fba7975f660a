import { rus } from 'stopword';
import { searchedOnly, type TextLanguage } from './language';

export const ru: TextLanguage = {
  ...searchedOnly,
  stopWords: rus,
  questionWords:
    'какой какая какое какие каков какова каким каком каких какого когда где куда откуда почему зачем сколько кто кого кому кем чем чего чему который которая которые была было были быть есть это этот эта эти'.split(
      ' ',
    ),
  letters: '\\p{Script=Cyrillic}',
  endings: {
    least: 3,
    of: [
      ...'иями ями ами ыми ими ого его ому ему иях ием ией ях ах ов ев ей ой ый ий ая яя ое ее ые ие ых их ую юю'.split(
        ' ',
      ),
      ...'ым им ом ем ям ам ью ия ии ию ет ут ют ит ат ят ла ло ли ть а я о е ы и у ю ь л'.split(' '),
      '',
    ],
  },
};
