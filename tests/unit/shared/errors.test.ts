import { issueOf, reportOf, VitrineError } from '@shared/errors';
import chat from '@shared/words/en/errors/chat.json';
import contract from '@shared/words/en/errors/contract.json';
import controller from '@shared/words/en/errors/controller.json';
import evaluation from '@shared/words/en/errors/evaluation.json';
import ingest from '@shared/words/en/errors/ingest.json';
import models from '@shared/words/en/errors/models.json';
import settings from '@shared/words/en/errors/settings.json';
import store from '@shared/words/en/errors/store.json';
import { sayIssue } from '@shared/words/sayings';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

describe('errors', () => {
  it('have codes that are unique over all rooms', () => {
    const rooms = [contract, ingest, store, models, controller, chat, evaluation, settings];
    const all = rooms.flatMap((room) => Object.keys(room));
    expect(new Set(all).size).toBe(all.length);
  });

  it('a VitrineError reports code, message, hint and details, and no stack', () => {
    const error = new VitrineError('damaged', { page: 3 }, { cause: new Error('why') });
    const { message, hint } = error;
    expect(error.report()).toEqual({ code: 'damaged', message, hint, details: { page: 3 } });
    expect(error.cause).toBeInstanceOf(Error);
    expect(new VitrineError('empty').report()).not.toHaveProperty('details');
    expect(VitrineError.of(error.report()).report()).toEqual(error.report());
  });

  it('an abort is a stop on request', () => {
    const stop = new AbortController();
    stop.abort();
    expect(reportOf(stop.signal.reason).code).toBe('cancelled');
  });

  it.each([[new TypeError('x is not a function')], ['thrown text'], [null], [undefined]])(
    'whatever else is thrown (%s) is internal, with a hint',
    (thrown) => {
      const report = reportOf(thrown);
      expect(report.code).toBe('internal');
      expect(report.hint).not.toBe('');
    },
  );

  it('ends with one full stop, whether or not what it passes on has its own', () => {
    const said = ['boom', 'boom.'].map((text) => reportOf(new Error(text)).message);
    expect(said).toEqual(Array(2).fill('Something went wrong inside Vitrine: boom.'));
  });
});

describe('what does not fit a schema', () => {
  const schema = z.strictObject({
    question: z.string().min(1).max(3),
    code: z.string().min(2).default('ab'),
    share: z.number().gt(0).default(1),
    paths: z.array(z.string()).min(1).max(1).default(['a']),
    server: z.string().refine(URL.canParse, { error: 'server-address' }).optional(),
  });

  it.each([
    [{ question: '' }, 'question is empty'],
    [{}, 'question must be text, and is missing'],
    [{ question: 'x', tpo: 1 }, 'nothing here is called tpo'],
    [{ question: 'x', code: 'a' }, 'code must have at least 2 characters'],
    [{ question: 'x', share: 0 }, 'share must be more than 0'],
    [{ question: 'x', paths: [7] }, 'paths.0 must be text'],
    [{ question: 'x', server: 'x' }, 'server must be an http or https address such as http://127.0.0.1:11434'],
    [7, 'the request must be an object'],
  ])('%j: %s', (input, words) => {
    expect(schema.safeParse(input).error?.issues.map((issue) => sayIssue(issueOf({ issues: [issue] })))).toEqual([
      words,
    ]);
  });
});
