import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { TestEngine } from './open-test-engine';

const documents: Readonly<Record<string, string>> = {
  'zh-1.md': '# 水电站\n\n三峡大坝位于长江上，于2006年完工。它的主要作用是防洪和发电。',
  'zh-2.md': '# 茶叶\n\n龙井茶产于杭州，春天采摘。茶农用手炒茶。',
  'ja-1.md': '# 風車\n\n古い風車は川のそばに立っている。羽根は1923年に大工が直した。',
  'ja-2.md': '# 図書館\n\n図書館は月曜日に休みです。本は二週間借りられます。',
  'ko-1.md': '# 풍차\n\n오래된 풍차는 강가에 서 있다. 목수가 1923년에 날개를 고쳤다.',
  'ko-2.md': '# 도서관\n\n도서관은 월요일에 쉰다. 책은 두 주 동안 빌릴 수 있다.',
  'ru-1.md': '# Мельница\n\nСтарая мельница стоит у реки. Её крылья починил плотник в 1923 году.',
  'ru-2.md': '# Библиотека\n\nБиблиотека закрыта по понедельникам. Книги выдают на две недели.',
  'ar-1.md': '# الطاحونة\n\nتقف الطاحونة القديمة عند النهر. أصلح النجار أجنحتها في عام ١٩٢٣.',
  'ar-2.md': '# المكتبة\n\nالمكتبة مغلقة يوم الاثنين. تُعار الكتب لمدة أسبوعين.',
  'tr-1.md': '# Değirmen\n\nEski değirmen ırmağın kıyısında duruyor. Kanatlarını 1923 yılında bir marangoz onardı.',
  'tr-2.md': '# Kütüphane\n\nKütüphane pazartesi günleri kapalıdır. IŞIKLAR akşam sekizde söner.',
  'it.md': '# Mulini\n\nIl vecchio mulino sta presso il fiume. Un falegname riparò le pale.',
  'pt.md': '# Informação\n\nA informação sobre o jardim está na porta. Os jardins abrem às nove.',
  'nl.md': '# Molens\n\nDe oude molen staat aan de rivier. Een timmerman heeft het rad hersteld.',
  'en.md': '# Mill\n\nThe old mill stands by the river. A carpenter repaired its sails.',
};

const asked: readonly (readonly [question: string, title: string])[] = [
  ['三峡大坝是什么时候完工的？', '水电站'],
  ['哪里产茶？', '茶叶'],
  ['“龙井茶”', '茶叶'],
  ['風車の羽根は誰が直しましたか？', '風車'],
  ['図書館の休みはいつ？', '図書館'],
  ['풍차를 고친 사람은 누구입니까?', '풍차'],
  ['책을 얼마 동안 빌릴 수 있습니까?', '도서관'],
  ['Где стоят старые мельницы?', 'Мельница'],
  ['Когда закрыты библиотеки?', 'Библиотека'],
  ['Чьи КРЫЛЬЯ починены в 1923? ее', 'Мельница'],
  ['من أصلح طاحونة النهر؟', 'الطاحونة'],
  ['ماذا أصلح النجار في 1923؟', 'الطاحونة'],
  ['متى تغلق المكتبات؟', 'المكتبة'],
  ['DEĞİRMENLER nerede?', 'Değirmen'],
  ['Işıklar ne zaman söner?', 'Kütüphane'],
  ['Dove stanno i mulini vecchi?', 'Mulini'],
  ['Onde está a informação dos jardins?', 'Informação'],
  ['Waar staan oude molens?', 'Molens'],
];

describe('R9 a question in its language finds its passage by words', () => {
  const test = TestEngine.shared(
    async () => {
      const paths: string[] = [];
      for (const [name, text] of Object.entries(documents)) paths.push(await test.file(name, text));
      await test.ingest(...paths);
    },
    { resumesIngests: true },
  );

  const titleOf = async (query: string) => (await test.ask('search.run', { query, mode: 'keyword' })).results[0]?.title;

  it.each(asked)('%s', async (query, title) => {
    expect(await titleOf(query)).toBe(title);
  });

  it('takes no form of a word for a slip', async () => {
    for (const query of ['Где стоят старые мельницы?', 'متى تغلق المكتبات؟', 'DEĞİRMENLER nerede?'])
      expect((await test.ask('search.run', { query, mode: 'keyword' })).notices).toEqual([]);
  });

  it('and an index that was made by another segmentation is made again when the library is opened', async () => {
    const isMade = () => {
      const database = new Database(join(test.library, 'catalogue.db'));
      const { value } = database.prepare("SELECT value FROM settings WHERE key = 'index-manifest'").get() as {
        value: string;
      };
      const { segmentation, ...rest } = JSON.parse(value) as { segmentation?: number };
      database.close();
      return { segmentation, rest };
    };
    const { rest, segmentation } = isMade();
    expect(segmentation).toBeGreaterThan(0);
    await test.engine.close();
    const database = new Database(join(test.library, 'catalogue.db'));
    database.prepare("UPDATE settings SET value = ? WHERE key = 'index-manifest'").run(JSON.stringify(rest));
    database.prepare("DELETE FROM terms WHERE term LIKE '%坝%'").run();
    database.close();
    await test.reopen();
    await expect.poll(() => isMade().segmentation, { timeout: 30_000 }).toBe(segmentation);
    await expect.poll(async () => (await test.ask('library.check', {})).findings, { timeout: 30_000 }).toEqual([]);
    const counted = new Database(join(test.library, 'catalogue.db'));
    expect(counted.prepare("SELECT term, chunks FROM terms WHERE term = '大坝'").all()).toHaveLength(1);
    counted.close();
    expect(await titleOf('三峡大坝是什么时候完工的？')).toBe('水电站');
  });
});
