import { describe, expect, it } from 'vitest';
import { openLanguageDetector } from '../../../electron/engine/ingest';

/** Short texts of the languages that are known, as letters and forms have them. */
const sentences: Readonly<Record<string, readonly string[]>> = {
  eng: [
    'The lease ends on the last day of March unless both parties agree to extend it.',
    'Please send the signed form to the office before noon on Friday.',
    'Water the plants twice a week and keep them out of direct sunlight.',
    'Nobody knew why the old bridge had been closed for repairs.',
    'Gross margin fell by two points as freight costs rose sharply.',
  ],
  deu: [
    'Der Mietvertrag endet am letzten Tag im März, sofern ihn nicht beide Seiten verlängern.',
    'Bitte senden Sie das unterschriebene Formular bis Freitag Mittag an das Büro.',
    'Die Pflanzen zweimal pro Woche giessen und vor direkter Sonne bewahren.',
    'Niemand wusste, warum die alte Brücke wegen Reparaturen gesperrt war.',
    'Die Rohmarge sank um zwei Punkte, weil die Frachtkosten stark stiegen.',
  ],
  spa: [
    'El contrato de alquiler termina el último día de marzo, salvo que ambas partes lo prorroguen.',
    'Envíe el formulario firmado a la oficina antes del mediodía del viernes.',
    'Riegue las plantas dos veces por semana y manténgalas fuera del sol directo.',
    'Nadie sabía por qué el viejo puente estaba cerrado por reparaciones.',
    'El margen bruto cayó dos puntos porque subieron los costes de transporte.',
  ],
  fra: [
    'Le bail prend fin le dernier jour de mars, sauf si les deux parties le prolongent.',
    'Veuillez envoyer le formulaire signé au bureau avant vendredi midi.',
    'Arrosez les plantes deux fois par semaine et gardez-les à l’ombre.',
    'Personne ne savait pourquoi le vieux pont était fermé pour travaux.',
    'La marge brute a reculé de deux points car les frais de transport ont augmenté.',
  ],
  ita: [
    'Il contratto di affitto termina l’ultimo giorno di marzo, salvo proroga delle parti.',
    'Si prega di inviare il modulo firmato all’ufficio entro venerdì a mezzogiorno.',
    'Annaffiare le piante due volte a settimana e tenerle lontano dal sole diretto.',
    'Nessuno sapeva perché il vecchio ponte fosse chiuso per lavori.',
    'Il margine lordo è sceso di due punti perché i costi di trasporto sono saliti.',
  ],
  por: [
    'O contrato de aluguel termina no último dia de março, salvo se as partes o prorrogarem.',
    'Envie o formulário assinado ao escritório até o meio-dia de sexta-feira.',
    'Regue as plantas duas vezes por semana e mantenha-as longe do sol direto.',
    'Ninguém sabia por que a velha ponte estava fechada para obras.',
    'A margem bruta caiu dois pontos porque os custos de frete subiram muito.',
  ],
  nld: [
    'De huurovereenkomst eindigt op de laatste dag van maart, tenzij beide partijen haar verlengen.',
    'Stuur het ondertekende formulier voor vrijdagmiddag naar het kantoor.',
    'Geef de planten twee keer per week water en houd ze uit de felle zon.',
    'Niemand wist waarom de oude brug wegens werkzaamheden gesloten was.',
    'De brutomarge daalde twee punten doordat de vrachtkosten sterk stegen.',
  ],
  rus: [
    'Договор аренды заканчивается в последний день марта, если стороны его не продлят.',
    'Пожалуйста, отправьте подписанную форму в офис до полудня пятницы.',
    'Поливайте растения два раза в неделю и держите их подальше от солнца.',
    'Никто не знал, почему старый мост закрыли на ремонт.',
    'Валовая маржа упала на два пункта, потому что выросли расходы на перевозку.',
  ],
  tur: [
    'Kira sözleşmesi, taraflar uzatmadıkça martın son günü sona erer.',
    'Lütfen imzalı formu cuma günü öğleden önce ofise gönderin.',
    'Bitkileri haftada iki kez sulayın ve doğrudan güneşten uzak tutun.',
    'Eski köprünün neden onarım için kapatıldığını kimse bilmiyordu.',
    'Taşıma giderleri hızla arttığı için brüt kâr iki puan düştü.',
  ],
  arb: [
    'ينتهي عقد الإيجار في آخر يوم من شهر مارس ما لم يمدده الطرفان.',
    'يرجى إرسال النموذج الموقع إلى المكتب قبل ظهر يوم الجمعة.',
    'اسق النباتات مرتين في الأسبوع وأبعدها عن الشمس المباشرة.',
    'لم يعرف أحد لماذا أغلق الجسر القديم من أجل الإصلاح.',
    'انخفض الهامش الإجمالي نقطتين لأن تكاليف الشحن ارتفعت كثيرا.',
  ],
  cmn: [
    '租约在三月的最后一天到期，除非双方同意延长。',
    '请在星期五中午之前把签好的表格寄到办公室。',
    '每周给植物浇两次水，不要让阳光直射。',
    '没有人知道为什么那座旧桥因维修而关闭。',
    '由于运费大幅上涨，毛利率下降了两个百分点。',
  ],
  jpn: [
    '賃貸契約は、双方が延長しない限り三月の最終日に終了します。',
    '署名した書類を金曜日の正午までに事務所へ送ってください。',
    '植物には週に二回水をやり、直射日光を避けてください。',
    'なぜ古い橋が修理のために閉鎖されたのか、誰も知らなかった。',
    '運賃が急に上がったため、粗利益率は二ポイント下がった。',
  ],
  kor: [
    '양측이 연장하지 않는 한 임대 계약은 삼월 마지막 날에 끝납니다.',
    '서명한 양식을 금요일 정오까지 사무실로 보내 주세요.',
    '식물에는 일주일에 두 번 물을 주고 직사광선을 피하세요.',
    '오래된 다리가 왜 수리 때문에 폐쇄되었는지 아무도 몰랐다.',
    '운송비가 크게 올라 매출 총이익률이 두 포인트 떨어졌다.',
  ],
};

describe('the language of a short text', () => {
  it.each(Object.entries(sentences))('%s is recognised', async (language, texts) => {
    const detector = await openLanguageDetector();
    expect(texts.map((text) => detector.ofText(text))).toEqual(texts.map(() => language));
  });

  it('is none where there are too few letters', async () => {
    expect((await openLanguageDetector()).ofText('Ok, until then.')).toBe('und');
  });
});

describe('the language of a chunk', () => {
  const english = (sentences.eng ?? []).join(' ');

  it('is its own where it is long enough and clearly another one', async () => {
    const detector = await openLanguageDetector();
    expect(detector.ofChunk(english, 'deu')).toBe('eng');
    expect(detector.ofChunk((sentences.rus ?? []).join(' '), 'eng')).toBe('rus');
  });

  it('is its document’s where it is short', async () => {
    expect((await openLanguageDetector()).ofChunk(english.slice(0, 200), 'deu')).toBe('deu');
  });
});
