import type { Answer, Citation, Run } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../../../renderer/panels/why/WhyPanel';
import { deskOf, millLibrary } from '../../../controller/memory-runs';
import { aChunk } from '../../../stages/memory-library';

const question = 'What does the mill grind?';
const conversation = { ...aChunk('talk', 'The mill grinds rye, as was said before.'), source: 'conversation' as const };
const desk = deskOf([...millLibrary, conversation]);
const wholeRun = async () => desk.controller.auto(await desk.controller.start(question));
const edited = async (
  run: Run,
  path: `decisions.${string}` | 'limits.N3_FINAL_SELECTION_MAX',
  value: string | number,
) => desk.controller.auto(await desk.controller.edit({ runId: run.runId, edits: [{ path, value }] }));

const citing = (chunkId: string) => ({ chunkId }) as Citation;
const quoted = { outcome: 'answered', quoted: true, model: null, citations: [citing('copy')] } as unknown as Answer;
const written = { ...quoted, quoted: false, model: 'ollama:any' };
const refused = {
  ...quoted,
  outcome: 'nothing' as const,
  citations: [],
  passages: [citing('baker'), citing('sky')].map((one) => ({ ...one, text: '', best: null })),
};

const inShort = (run: Run, answer: Answer) => {
  const { near, ...numbers } = accountOf(run, answer);
  return { ...numbers, near: Object.fromEntries(near.map(({ chunk, why }) => [chunk.id, why])) };
};

describe('the account of an answer', () => {
  it('counts passages from those found to those quoted, without earlier exchanges', async () => {
    const run = await wholeRun();
    const { found, relevant, prompt, used, near } = accountOf(run, quoted);
    expect(found).toBe(millLibrary.length);
    expect([relevant, prompt]).toEqual(
      [run.snapshots.A3_NLI_Gate?.views_by_stage.a3, run.snapshots.Prompt_Builder?.final_selection_ids].map(
        (ids) => ids?.filter((id) => id !== 'talk').length,
      ),
    );
    expect(used).toBe(1);
    expect(near.map(({ chunk }) => chunk.id)).not.toContain('copy');
    expect(near.map(({ chunk }) => chunk.id)).not.toContain('talk');
    expect(near.find(({ chunk }) => chunk.id === 'mill')).toMatchObject({ why: 'same', other: { id: 'copy' } });
  });

  it('says whether a model did not cite a passage of the prompt, or the prompt had no room', async () => {
    const run = await edited(await wholeRun(), 'decisions.wheel', 'keep');
    expect(inShort(run, quoted).near).toMatchObject({ wheel: 'unused', mill: 'same' });
    const cut = { ...written, dropped: [citing('baker')] };
    expect(inShort(run, cut).near).toMatchObject({ wheel: 'uncited', baker: 'window' });
  });

  it('begins with the nearest passages if nothing answers', async () => {
    const { used, near } = accountOf(await edited(await wholeRun(), 'decisions.baker', 'keep'), refused);
    expect(used).toBe(0);
    expect(near.slice(0, 2).map(({ chunk }) => chunk.id)).toEqual(['baker', 'sky']);
    expect(near.slice(0, 2).map(({ why }) => why)).toEqual(['silent', 'behind']);
  });

  it('follows an edited run: passages removed by hand, and those without room', async () => {
    const run = await wholeRun();
    const without = await edited(run, 'decisions.copy', 'drop_irrelevant');
    expect(inShort(without, { ...quoted, citations: [citing('mill')] }).near).toMatchObject({ copy: 'hand' });
    const narrow = await edited(await edited(run, 'decisions.wheel', 'keep'), 'limits.N3_FINAL_SELECTION_MAX', 1);
    expect(accountOf(narrow, quoted).prompt).toBe(1);
    expect(Object.values(inShort(narrow, quoted).near)).toContain('room');
  });

  it('tells at most three of those that came equally far', async () => {
    const many = Array.from({ length: 40 }, (_, at) => aChunk(`c${at}`, `The mill number ${at} grinds sort ${at}.`));
    const { controller } = deskOf(many);
    const run = await controller.auto(await controller.start(question));
    const { near, found } = accountOf(run, { ...quoted, citations: [] });
    expect(found).toBe(40);
    for (const why of new Set(near.map((one) => one.why))) {
      expect(near.filter((one) => one.why === why).length).toBeLessThanOrEqual(3);
    }
  });
});
