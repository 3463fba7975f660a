import { errorCodes, reportOf, VitrineError } from '@shared/errors';
import { describe, expect, it } from 'vitest';

describe('errors', () => {
  it('have codes that are unique over all rooms', () => {
    const all = Object.values(errorCodes).flat();
    expect(new Set(all).size).toBe(all.length);
  });

  it('a VitrineError reports code, message, hint and details, and no stack', () => {
    const error = new VitrineError('damaged', 'What.', 'Do.', { page: 3 }, { cause: new Error('why') });
    expect(error.report()).toEqual({ code: 'damaged', message: 'What.', hint: 'Do.', details: { page: 3 } });
    expect(error.cause).toBeInstanceOf(Error);
    expect(new VitrineError('empty', 'What.', 'Do.').report()).not.toHaveProperty('details');
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
});
