import { emptySuperPrompt } from '@shared/prompt/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../electron/engine/stages';
import { forAllAsync } from '../../for-all';
import { configOf, schema, servicesOf } from './memory-library';

const run = async (raw: string) =>
  (await stages.A0_PreProcessing.run(emptySuperPrompt(raw), servicesOf([]), configOf())).prompt;

describe('A0_PreProcessing', () => {
  it('takes a prompt without headers for the task', async () => {
    const { body, extras } = await run('  Who built the mill?  ');
    expect(body).toEqual({ ...schema.must, task: 'Who built the mill?' });
    expect(extras.decisions?.[0]).toEqual({
      subject: '(text without header)',
      decision: 'task',
      reason: { code: 'task-rule' },
    });
  });

  it('gives every MUST key its default and logs it', async () => {
    const { body, extras } = await run('Task: Find it.\nTone: formal');
    for (const [key, fallback] of Object.entries(schema.must)) {
      if (key === 'tone') continue;
      expect(body).toHaveProperty(key, fallback);
      expect(extras.decisions).toContainEqual({
        subject: key,
        decision: fallback || '(empty)',
        reason: { code: 'default-of-key' },
      });
    }
    expect(body.tone).toBe('formal');
    expect(extras.stated).toEqual({ tone: 'formal' });
  });

  it.each([
    ['text beside a TASK joins the context', 'A mill.\n\nTask: Who built it?', 'Who built it?', 'A mill.'],
    ['text beside TASK and CONTEXT follows the context', 'Preamble\nTask: t\nContext: c', 't', 'c\nPreamble'],
    ['a lone CONTEXT becomes the task', 'Context: Who built it?', 'Who built it?', ''],
    ['a lone PURPOSE becomes the task', 'Purpose: find the builder', 'find the builder', ''],
    ['two TASK sections are one', 'Task: one\nTone: formal\nTask: two', 'one\ntwo', ''],
  ])('TASK/CONTEXT rule: %s', async (_rule, raw, task, context) => {
    const { body } = await run(raw);
    expect([body.task, body.context]).toEqual([task, context]);
  });

  it('leaves a lone TEXT in its place, since the task speaks about it', async () => {
    const { body } = await run('Text: a long letter');
    expect([body.task, body.text]).toEqual(['a long letter', 'a long letter']);
  });

  it('does not hold a lone PURPOSE twice, which would double it in the query', async () => {
    expect((await run('Purpose: find the builder')).body.purpose).toBe('');
  });

  it.each([
    'Do not worry: what is a gyroscope?',
    'Style: what does the guide say about commas?',
    'Tone: what does it say?',
  ])('reads headers that were guesses as prose where nothing else is asked: %s', async (raw) => {
    expect((await run(raw)).body.task).toBe(raw);
  });

  it.each(['', '   \n\t', '## Task\n\n## Context\n', 'TASK:', 'Tone: formal', '## Format\nJSON'])(
    'refuses a prompt that asks nothing: %j',
    async (raw) => {
      await expect(run(raw)).rejects.toMatchObject({ code: 'prompt-empty' });
    },
  );

  it('keeps the text under an unknown header, and says so', async () => {
    const { body, extras } = await run('# Task\nFind it.\n# Weather\nRain\n# Weather\nSnow');
    expect(extras.unknown_attributes).toEqual({ Weather: 'Rain\nSnow' });
    expect(Object.values(body)).not.toContain('Rain');
    expect(extras.decisions).toContainEqual({
      subject: 'Weather',
      decision: 'unknown',
      reason: { code: 'unknown-header' },
    });
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'keeps the words under a header called %s',
    async (header) => {
      const { extras } = await run(`# Task\nFind it.\n# ${header}\nkept words`);
      expect(Object.entries(extras.unknown_attributes ?? {})).toEqual([[header, 'kept words']]);
    },
  );

  it('logs each header with its key and its rung', async () => {
    const { extras } = await run('Frage: Wer?\nContxt: Ein Haus.\nTone: formal');
    expect(extras.normalized_map).toEqual({ Frage: 'task', Contxt: 'context', Tone: 'tone' });
    expect(extras.decisions?.slice(0, 3).map(({ reason }) => reason.code)).toEqual([
      'mapped-bilingual',
      'mapped-typo',
      'mapped-exact',
    ]);
    expect(extras.semantic_used).toBe(false);
  });

  it('shows the body in prompt_ready, in canonical order, without empty keys', async () => {
    const { prompt_ready } = await run('Format: JSON\nTask: Find it.');
    expect(prompt_ready.match(/^## .+$/gmu)).toEqual([
      '## System',
      '## Task',
      '## Audience',
      '## Tone',
      '## Depth',
      '## Confidence',
      '## Format',
    ]);
  });

  it('always leaves a task, or refuses', async () => {
    const line = fc.constantFrom('Task: a', '## Context', 'words', '', 'Note: b', 'Tone: formal', '```', 'Zweck: c');
    await forAllAsync(fc.array(line, { maxLength: 8 }), async (lines) => {
      const outcome = await run(lines.join('\n')).then(
        ({ body }) => body.task?.trim() !== '',
        (error: { code: string }) => error.code === 'prompt-empty',
      );
      expect(outcome).toBe(true);
    });
  });
});
