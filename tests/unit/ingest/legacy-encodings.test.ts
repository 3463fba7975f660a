import { describe, expect, it } from 'vitest';
import { decodeText, readDocument } from '../../../electron/engine/ingest';
import { limits } from './fixture-documents';

/** Writes a text in an encoding of the Encoding Standard, by what its decoder makes of each byte and each pair. */
function encoded(text: string, label: string): Buffer {
  const bytesOf = new Map<string, number[]>(
    Array.from({ length: 128 }, (_, byte) => [String.fromCharCode(byte), [byte]]),
  );
  const decoder = new TextDecoder(label);
  const add = (...bytes: number[]) => {
    const [character = '\uFFFD', more] = decoder.decode(Uint8Array.from(bytes));
    if (character !== '\uFFFD' && more === undefined && !bytesOf.has(character)) bytesOf.set(character, bytes);
  };
  for (let lead = 0x80; lead <= 0xff; lead += 1) add(lead);
  if (/jis|euc|gb|big5/u.test(label)) {
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  }
  return Buffer.from([...text].flatMap((character) => bytesOf.get(character) ?? fail(`${label} lacks ${character}`)));
}

function fail(message: string): never {
  throw new Error(message);
}

const texts = {
  russian:
    'Совет собирается каждый вторник и обсуждает расходы предыдущей недели. Протокол ведёт секретарь, а решения вывешиваются в коридоре.',
  ukrainian:
    'Рада збирається щовівторка й обговорює витрати минулого тижня. Її рішення вивішують у коридорі, щоб їх бачили всі.',
  japanese: '会議は毎週火曜日に開かれ、前の週の支出について話し合います。決定事項は廊下に掲示されます。',
  chinese: '管理委员会每星期二开会，讨论上一周的开支。会议记录由秘书负责，决定张贴在走廊里。',
  taiwanese: '管理委員會每星期二開會，討論上一週的開支。會議記錄由秘書負責，決定張貼在走廊裡。',
  korean: '위원회는 매주 화요일에 모여 지난주의 지출을 논의합니다. 결정 사항은 복도에 게시됩니다.',
  polish: 'Rada zbiera się w każdy wtorek i omawia wydatki z ubiegłego tygodnia. Uchwały wiszą na korytarzu, są jawne.',
  czech: 'Rada se schází každé úterý a projednává výdaje z minulého týdne. Příští schůze začíná v šest hodin večer.',
  slovak: 'Rada sa schádza každý utorok a prerokúva výdavky z minulého týždňa. Ďalšia schôdza sa začína o šiestej.',
  hungarian: 'A bizottság minden kedden ülésezik, és megvitatja az előző hét kiadásait. A döntéseket kifüggesztik.',
  greek: 'Το συμβούλιο συνεδριάζει κάθε Τρίτη και συζητά τα έξοδα της προηγούμενης εβδομάδας.',
  turkish:
    'Kurul her salı günü toplanır ve geçen haftanın giderlerini görüşür. Kararlar koridora asılır, çünkü şarttır.',
  arabic: 'يجتمع المجلس كل يوم ثلاثاء ويناقش نفقات الأسبوع الماضي. وتعلق القرارات في الممر.',
  hebrew: 'הוועד מתכנס בכל יום שלישי ודן בהוצאות של השבוע שעבר. ההחלטות נתלות במסדרון.',
};

describe('a text in a legacy encoding', () => {
  it.each([
    ['russian', 'windows-1251'],
    ['russian', 'koi8-u'],
    ['russian', 'iso-8859-5'],
    ['ukrainian', 'windows-1251'],
    ['ukrainian', 'koi8-u'],
    ['japanese', 'shift_jis'],
    ['japanese', 'euc-jp'],
    ['chinese', 'gb18030'],
    ['taiwanese', 'big5'],
    ['korean', 'euc-kr'],
    ['polish', 'windows-1250'],
    ['polish', 'iso-8859-2'],
    ['czech', 'windows-1250'],
    ['czech', 'iso-8859-2'],
    ['slovak', 'windows-1250'],
    ['slovak', 'iso-8859-2'],
    ['hungarian', 'iso-8859-2'],
    ['greek', 'iso-8859-7'],
    ['turkish', 'windows-1254'],
    ['arabic', 'windows-1256'],
    ['hebrew', 'windows-1255'],
  ] as const)('%s is read from %s and says that this is a guess', (name, encoding) => {
    expect(decodeText(encoded(texts[name], encoding))).toEqual({
      text: texts[name],
      warnings: [{ code: 'encoding-guessed', values: { encoding } }],
    });
  });

  it('is read behind pages of plain English, too', () => {
    const text = `${'A line of plain English says nothing of it.\n'.repeat(5000)}${texts.russian}\n`;
    expect(decodeText(encoded(text, 'windows-1251'))?.text).toBe(text);
  });

  it('is read from ISO-2022-JP, which has no byte beyond ASCII', () => {
    const kanji = encoded(texts.japanese, 'euc-jp').map((byte) => byte & 0x7f);
    const bytes = Buffer.concat([Buffer.from('Memo: \x1b$B'), kanji, Buffer.from('\x1b(B\n')]);
    expect(decodeText(bytes)?.text).toBe(`Memo: ${texts.japanese}\n`);
  });

  it('carries the guess as a remark on its document', async () => {
    const read = await readDocument(encoded(texts.russian, 'windows-1251'), 'council.txt', limits);
    expect(read).toMatchObject({
      text: texts.russian,
      language: 'rus',
      warnings: [{ code: 'encoding-guessed', values: { encoding: 'windows-1251' } }],
    });
  });

  it.each([
    'Der Rat tagt jeden Dienstag. Die Beschlüsse hängen im Flur aus; für Gäste gilt die Hausordnung, früh wie spät.',
    'Le conseil se réunit chaque mardi. Les décisions sont affichées dans le couloir, celui qui est gêné réclame.',
    'El consejo se reúne cada martes; después de la sesión el acta se cuelga en el pasillo. Mañana habrá otra, señores.',
    'Não há exceções: as decisões são afixadas no corredor. A ata é do secretário.',
    'Rådet möts varje tisdag och går igenom förra veckans utgifter. Besluten sätts upp i korridoren.',
    'ÜBERSICHT ÄNDERUNGEN GRÖSSE',
    'DÉJÀ VU À LA CARTE',
    'ESPAÑA AÑO NIÑO',
    'Øresund;Ålesund;Tromsø;Årsmøte',
    'José;Peña;Muñoz;Núñez',
    '½ cup',
    'Price: £12, 20°C ±2',
    'Id,Wert\n1,März\n2,Jänner\n3,Möbel\n4,Straße\n5,Größe\n6,Übung\n',
    'naïve',
  ])('stays windows-1252 where it is Western: %s', (text) => {
    expect(decodeText(Buffer.from(text, 'latin1'))).toEqual({ text, warnings: [{ code: 'windows-1252' }] });
  });
});
