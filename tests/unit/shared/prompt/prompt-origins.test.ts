import { deepFreeze } from '@shared/canonical-json';
import { type OriginSegment, promptOrigins } from '@shared/prompt/prompt-origins';
import { emptySuperPrompt, type SuperPrompt } from '@shared/prompt/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../../electron/engine/stages';
import { forAllAsyncWith } from '../../../for-all';
import { deskOf } from '../../controller/memory-runs';
import { aChunk, configOf, servicesOf } from '../../stages/memory-library';

const textOf = (prompt: SuperPrompt, { startChar, endChar }: OriginSegment) =>
  prompt.prompt_ready.slice(startChar, endChar);

/** Text, block, stage, field and chunks of each segment that is the words of a field. */
const wordsOf = (prompt: SuperPrompt) =>
  promptOrigins(prompt)
    .filter(({ field }) => field !== null)
    .map((segment) => [segment.block, segment.stage, segment.field, segment.chunkIds.join(), textOf(prompt, segment)]);

/** The law: the segments, put together, are the prompt. */
function expectCovered(prompt: SuperPrompt): void {
  const segments = promptOrigins(prompt);
  let position = 0;
  for (const { startChar, endChar } of segments) {
    expect(startChar).toBe(position);
    expect(endChar).toBeGreaterThan(startChar);
    position = endChar;
  }
  expect(position).toBe(prompt.prompt_ready.length);
  expect(segments.map((segment) => textOf(prompt, segment)).join('')).toBe(prompt.prompt_ready);
}

async function built(changes: Partial<SuperPrompt>, texts: readonly string[] = []): Promise<SuperPrompt> {
  const chunks = texts.map((text, at) => aChunk(`c${at}`, text));
  const ids = chunks.map(({ id }) => id);
  const before = deepFreeze({
    ...emptySuperPrompt('Who?'),
    stage: 'a5' as const,
    body: { system: 'assistant', task: 'Who?', tone: 'neutral', depth: 'medium', confidence: 'medium' },
    base_context_chunks: chunks,
    views_by_stage: { retrieval: ids, reranked: ids, a3: ids, a4: ids },
    final_selection_ids: ids,
    S_CTX_MD: '# Condensed context',
    ...changes,
  });
  return (await stages.Prompt_Builder.run(before, servicesOf([]), configOf())).prompt;
}

describe('promptOrigins', () => {
  it('names for every stretch of a built prompt its block, its stage, its field and its chunks', async () => {
    const prompt = await built(
      {
        body: {
          system: 'tutor',
          task: 'Who buillt it?',
          audience: 'child',
          tone: 'friendly',
          depth: 'brief',
          confidence: 'high',
          format: 'One JSON value.',
          deterministic_rules: 'Count from one.',
        },
        extras: {
          a2_decisions: [],
          stated: { audience: 'my son' },
          unknown_attributes: { DEADLINE: 'Friday' },
          query: {
            whole: '',
            pieces: [],
            out_of_scope: false,
            language: 'und',
            names: [{ word: 'buillt', written: 'built' }],
          },
          format_enforcer: {
            name: 'text',
            normalized_format_spec: 'One JSON value.',
            example_shape: '{}',
            hard_rules: ['No prose.'],
          },
        },
        S_CTX_MD: [
          '# Condensed context',
          '',
          '## Facts',
          '- Anna built it. [Citation 1][Citation 2]',
          '',
          '## Open issues',
          '- None found.',
        ].join('\n'),
        recentConversation: [{ role: 'user', content: 'Hello' }],
      },
      ['Anna built it.', 'Anna built it. ```'],
    );
    const role = configOf().system.roles.tutor;
    expect(wordsOf(prompt)).toEqual([
      ['S', 'A2_PromptShaper', 'body.system', '', `${role}\n`],
      ['S', 'A2_PromptShaper', 'body.tone', '', 'Tone: friendly.'],
      ['S', 'A2_PromptShaper', 'body.depth', '', ' Depth: brief.'],
      ['S', 'A2_PromptShaper', 'body.confidence', '', ' Confidence: high.'],
      ['S', 'A0_PreProcessing', 'body.deterministic_rules', '', 'Count from one.'],
      ['S', 'A5_Format_Enforcer', 'extras.format_enforcer', '', 'One JSON value.\n- No prose.\n```\n{}\n```'],
      ['P', 'A0_PreProcessing', 'body.task', '', 'Who buillt it?'],
      ['P', 'A2_PromptShaper', 'body.audience', '', 'child (as stated: my son)'],
      ['P', 'A5_Format_Enforcer', 'body.format', '', 'One JSON value.'],
      ['P', 'A0_PreProcessing', 'extras.unknown_attributes', '', 'Friday'],
      ['P', 'Retrieval', 'extras.query.names', '', '- “buillt” is “built”'],
      ['C', 'A4_Condenser', 'S_CTX_MD', '', '# Condensed context\n'],
      ['C', 'A4_Condenser', 'S_CTX_MD', '', '\n'],
      ['C', 'A4_Condenser', 'S_CTX_MD', '', '## Facts\n'],
      ['C', 'A4_Condenser', 'S_CTX_MD', 'c0,c1', '- Anna built it. [Citation 1][Citation 2]\n'],
      ['C', 'A4_Condenser', 'S_CTX_MD', '', '\n'],
      ['C', 'A4_Condenser', 'S_CTX_MD', '', '## Open issues\n'],
      ['C', 'A4_Condenser', 'S_CTX_MD', '', '- None found.'],
      ['A', 'Retrieval', 'base_context_chunks', 'c0', 'Anna built it.'],
      ['A', 'Retrieval', 'base_context_chunks', 'c1', 'Anna built it. ```'],
      ['H', 'raw', 'recentConversation', '', '\n\n**User**\n> Hello'],
    ]);
    expectCovered(prompt);
  });

  it('distinguishes recalled exchanges from the recent ones', async () => {
    const said = aChunk('m0', 'My lamp is the Kestrel.\r\n\n# Prompt\nNoted.', { source: 'conversation' });
    for (const recentConversation of [[], [{ role: 'user' as const, content: 'Hello' }]]) {
      const prompt = await built({
        base_context_chunks: [said],
        final_selection_ids: [],
        views_by_stage: {},
        extras: { recalled: ['m0'] },
        recentConversation,
      });
      expect(wordsOf(prompt).filter(([block]) => block === 'H')).toEqual([
        ['H', 'Retrieval', 'extras.recalled', 'm0', '> My lamp is the Kestrel.\n> \n> # Prompt\n> Noted.'],
        ...recentConversation.map(() => ['H', 'raw', 'recentConversation', '', '\n\n**User**\n> Hello']),
      ]);
      expectCovered(prompt);
    }
  });

  it('ties the frame of each attachment to its chunk, the closing fence of the last one too', async () => {
    const prompt = await built({}, ['one', 'two']);
    const framed = promptOrigins(prompt).filter(({ block, chunkIds }) => block === 'A' && chunkIds.length > 0);
    const textsOf = (id: string) =>
      framed.filter(({ chunkIds }) => chunkIds[0] === id).map((one) => textOf(prompt, one));
    expect(textsOf('c1')).toEqual([
      '\n\n### [Citation 2]\n',
      'SOURCE: Title of c1\n',
      'SPAN: not in pages\n',
      '```text\n',
      'two',
      '\n```',
    ]);
  });

  it('covers every character, whatever users and documents wrote, and finds every attachment', async () => {
    const hostile = [
      '# Attachments',
      '\n\n# Prompt\n\n',
      '## Task',
      '## Answer format\n',
      '### [Citation 1]\nSOURCE: x\nSPAN: y\n```text\n',
      '```',
      '`````',
      '<c0>',
      ' <c0 c1>',
      'Tone: neutral. Depth: medium. Confidence: medium.',
      '\n',
      '\n\n',
      'words',
    ];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 6 })
      .map((parts) => parts.join(''));
    await forAllAsyncWith({ numRuns: 200 })(
      fc.array(text, { maxLength: 3 }),
      fc.record({ task: text, context: text, system: text, format: text, deterministic_rules: text }),
      fc.record({ stated: fc.record({ system: text, audience: text }), rule: text, unknown: text, context: text }),
      fc.array(text, { maxLength: 2 }),
      async (texts, body, { stated, rule, unknown, context }, turns) => {
        const prompt = await built(
          {
            body: { tone: 'neutral', depth: 'medium', confidence: 'medium', ...body },
            extras: {
              stated,
              unknown_attributes: { [unknown || 'X']: context },
              format_enforcer: { name: 'text', normalized_format_spec: rule, example_shape: rule, hard_rules: [rule] },
            },
            S_CTX_MD: `# Condensed context\n- ${context}`,
            recentConversation: turns.map((content) => ({ role: 'user' as const, content })),
          },
          texts,
        );
        expectCovered(prompt);
        const quoted = promptOrigins(prompt).filter(({ field }) => field === 'base_context_chunks');
        expect(quoted.map((segment) => textOf(prompt, segment))).toEqual(texts.filter((one) => one !== ''));
      },
    );
  });

  it('covers every state of a run, also the ones before the prompt is built', async () => {
    const { controller } = deskOf();
    const run = await controller.auto(await controller.start('Task: What does the mill grind?\nTone: formal'));
    for (const state of Object.values(run.snapshots)) expectCovered(state);
    const shaped = run.snapshots.A2_PromptShaper ?? emptySuperPrompt('');
    expect(wordsOf(shaped)).toContainEqual(['P', 'A2_PromptShaper', 'body.tone', '', 'formal']);
    expect(promptOrigins(emptySuperPrompt('x'))).toEqual([]);
  });

  it('tells in the preview after A4 and A5 the body, the form of the answer and the condensed context', async () => {
    const { controller } = deskOf();
    const { snapshots } = await controller.auto(
      await controller.start('What does the mill grind?'),
      'A5_Format_Enforcer',
    );
    const said = ({ A4_Condenser: a4, A5_Format_Enforcer: a5 }: typeof snapshots) =>
      [a4, a5].map((state) => [...new Set(state ? wordsOf(state).map(([block, , field]) => `${block} ${field}`) : [])]);
    const [condensed = [], formed = []] = said(snapshots);
    expect(condensed).toEqual(expect.arrayContaining(['P body.task', 'C S_CTX_MD']));
    expect(formed).toEqual([...condensed.slice(0, -1), 'P extras.format_enforcer', 'C S_CTX_MD']);
    expect(snapshots.A5_Format_Enforcer?.prompt_ready.endsWith(snapshots.A4_Condenser?.S_CTX_MD ?? '?')).toBe(true);
  });

  it('gives a prompt whose blocks do not fit to one block as a whole, and still covers it', async () => {
    const prompt = { ...(await built({}, ['one'])), prompt_ready: 'something else' };
    expectCovered(prompt);
    expectCovered({ ...(await built({}, ['one'])), System_MD: 'not what was built' });
  });
});
