import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { TestEngine } from './open-test-engine';
import data from './searched-languages.json';

const documents = data.documents as Readonly<Record<string, string>>;

const asked = data.asked as [question: string, title: string][];

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
