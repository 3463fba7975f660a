import { VitrineError } from '@shared/errors';
import { describe, expect, it } from 'vitest';
import { requestError } from '../../../electron/engine/store';

const withCode = (code: string, path?: string) => Object.assign(new Error(code), { code, ...(path ? { path } : {}) });

describe('an error that nothing on the way has named', () => {
  it.each<[string, unknown, string, object]>([
    ['a full disk', withCode('ENOSPC', '/b'), 'disk-full', { place: '/b' }],
    ['a file that may not be opened', withCode('EACCES', '/b'), 'library-read-only', { place: '/b' }],
    ['too many open files', withCode('EMFILE'), 'library-locked', { why: 'system', place: '/a' }],
    ['a file that is held', withCode('EBUSY', '/b'), 'library-locked', { why: 'system', place: '/b' }],
    ['a folder in the place of a file', withCode('EISDIR', '/b'), 'bad-request', { why: 'no-place', place: '/b' }],
    ['a file in the place of a folder', withCode('ENOTDIR', '/b'), 'bad-request', { why: 'no-place', place: '/b' }],
    ['a row that is no JSON', new SyntaxError('cut'), 'library-damaged', { why: 'catalogue', place: '/a' }],
  ])('is named for %s', (_name, error, code, details) => {
    expect(requestError(error, '/a')).toMatchObject({ code, details, hint: expect.stringMatching(/\w/u) });
  });

  it('stays what it is if it is a fault of the program, or has a name', () => {
    const own = [new TypeError('x is not a function'), new URIError('URI malformed'), new VitrineError('cancelled')];
    expect(own.map((error) => requestError(error, '/a'))).toEqual(own);
  });
});
