import { tur } from 'stopword';
import { searchedOnly, type TextLanguage } from './language';

export const tr: TextLanguage = {
  ...searchedOnly,
  stopWords: tur,
  questionWords:
    'ne neyi neden niçin niye nasıl nerede nereye nereden nere hangi hangisi hangileri kim kimi kimin kime kaç kaçta zaman mı mi mu mü dır dir dur dür idi olan olarak oldu'.split(
      ' ',
    ),
  telltale: 'bir icin olan olarak nedir hangi kimdir'.split(' '),
  letters: 'ğışİ',
  endings: {
    least: 3,
    of: [
      ...'larından lerinden larında lerinde larının lerinin larına lerine larını lerini ların lerin lardan lerden'.split(
        ' ',
      ),
      ...'larda lerde lara lere ları leri lar ler ının inin unun ünün ından inden unda ünde ında inde ına ine'.split(
        ' ',
      ),
      ...'nın nin nun nün dan den tan ten sı si su sü yı yi yu yü ya ye ın in un ün da de ta te'.split(' '),
      ...'ı i u ü a e'.split(' '),
      '',
    ],
  },
  months: 'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık'.split(' '),
  offers: {
    section: '“{title}”, “{heading}” hakkında ne diyor?',
    whole: null,
    notOf: 'giriş|içindekiler|kaynakça|kaynaklar|önsöz|özet|sonuç'.split('|'),
  },
  plainQuestions:
    'Bu nedir?|Bunu kim yaptı?|Bu ne zaman oldu?|Nerede?|Kaç tane var?|Neden böyle?|Nasıl çalışır?|Hangisi en büyük?',
};
