import { join } from 'node:path';
import type { Run } from '@shared/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedder, openModels } from '../../../electron/engine/models';
import { nearestKeys } from '../../../electron/engine/stages/shaping/header-meaning';
import { schema } from '../../unit/stages/memory-library';
import { project, TestEngine } from '../open-test-engine';
import { modelsBeside, shippedCatalogue } from './model-sources';

const raw = '## Task\nWho may enter?\n## Prohibitions\nNo names.\n## Weather\nRain.';

describe('headers by their meaning', () => {
  const test = TestEngine.each();

  const switchOn = async (changes: object = { modes: { semantic_enabled: true } }) => {
    await test.ownConfig('prompt_schema.json', changes);
  };
  const runOf = async (prompt: string): Promise<Run> => {
    const { runId } = await test.ask('run.start', { prompt });
    return test.ask('run.auto', { runId, until: 'A0_PreProcessing' });
  };
  const a0 = ({ snapshots, stages }: Run) => ({
    prompt: snapshots.A0_PreProcessing,
    record: stages.find(({ stage }) => stage === 'A0_PreProcessing'),
  });

  it('S2 are not mapped unless the mode is switched on', async () => {
    const { prompt } = a0(await runOf(raw));
    expect(prompt?.extras.semantic_used).toBe(false);
    expect(prompt?.extras.unknown_attributes).toEqual({ Prohibitions: 'No names.', Weather: 'Rain.' });
  });

  it('S2 are mapped by the bundled model once the library’s own file says so, and the log says how near', async () => {
    await switchOn();
    const { prompt, record } = a0(await runOf(raw));
    expect(prompt?.body.constraints).toBe('No names.');
    expect(prompt?.extras).toMatchObject({
      semantic_used: true,
      normalized_map: { Task: 'task', Prohibitions: 'constraints' },
      unknown_attributes: { Weather: 'Rain.' },
    });
    const reason = prompt?.extras.decisions?.find(({ subject }) => subject === 'Prohibitions')?.reason;
    expect(reason).toMatchObject({
      code: 'nearest-meaning',
      values: { phrase: expect.stringMatching(/^restrictions?$/) },
    });
    expect(record).toMatchObject({ by: 'model', notices: [] });
    expect(a0(await runOf(raw)).prompt).toEqual(prompt);
  });

  it('S2 need no model, and no notice, where the ladder knows all of them', async () => {
    await test.reopen({ bundledModelFolder: join(test.folder, 'no models here') });
    await switchOn();
    expect(a0(await runOf('## Task\nWho may enter?\n## Tone\nformal')).record?.notices).toEqual([]);
  });
});

describe.each([
  {
    id: 'use-lite',
    folder: null,
    there: true,
    near: { 'Amount of detail wanted': 'depth', Prohibitions: 'constraints', Homework: 'task' },
  },
  {
    id: 'all-MiniLM-L6-v2',
    folder: modelsBeside('all-MiniLM-L6-v2'),
    there: modelsBeside('all-MiniLM-L6-v2') !== null,
    near: { 'Amount of detail wanted': 'depth', Listeners: 'audience', 'Character you play': 'system' },
  },
])('the calibration of $id', ({ id, folder, there, near }) => {
  let embedder: Embedder;

  beforeAll(async () => {
    if (!there) return;
    const models = openModels({
      catalogue: shippedCatalogue,
      bundledModelFolder: join(project, 'resources', 'models'),
      modelFolders: folder === null ? [] : [folder],
    });
    embedder = await models.openEmbedder(id);
  });
  afterAll(() => embedder?.dispose());

  const strangers = [
    'Zzyzx',
    'Weather',
    'Deadline',
    'Budget',
    'Language',
    'Groceries',
    'Contact',
    'Price',
    '2024',
    'Author',
  ];

  it.skipIf(!there)('maps what means a key, and nothing that means none', async () => {
    const found = await nearestKeys([...Object.keys(near), ...strangers], schema, embedder, undefined);
    expect(Object.fromEntries([...found].map(([header, { key }]) => [header, key]))).toEqual(near);
  });
});
