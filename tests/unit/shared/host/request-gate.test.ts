import { admit, GrantedPaths } from '@shared/host/request-gate';
import { describe, expect, it } from 'vitest';

const granted = new GrantedPaths();
granted.grant(['/home/me/notes.md', '/home/me/papers']);
const request = (route: string, input: unknown) => ({ route, input, requestId: 'r1' });

describe('the gate before the engine', () => {
  it('lets a well-formed request through unchanged', () => {
    const message = request('search.run', { query: 'wing' });
    expect(admit(message, granted)).toEqual({ ok: true, data: message });
  });

  it.each([
    ['no object', 'search.run'],
    ['no request id', { route: 'search.run', input: {} }],
    ['a route that is no text', { route: ['search.run'], input: {}, requestId: 'r' }],
    ['an empty request id', { route: 'search.run', input: {}, requestId: '' }],
    ['an extra member', { route: 'search.run', input: {}, requestId: 'r', sender: 'me' }],
  ])('refuses %s', (_what, message) => {
    expect(admit(message, granted)).toMatchObject({ ok: false, error: { code: 'bad-request' } });
  });

  it.each(['fs.read', 'constructor', '__proto__', ''])(
    'leaves the route %j to the engine, which knows none',
    (route) => {
      expect(admit(request(route, {}), granted).ok).toBe(true);
    },
  );

  it('lets granted paths through', () => {
    expect(admit(request('ingest.run', { paths: ['/home/me/notes.md', '/home/me/papers'] }), granted).ok).toBe(true);
    expect(admit(request('rebuild.start', { model: 'm', from: '/home/me/papers' }), granted).ok).toBe(true);
    expect(admit(request('rebuild.start', { model: 'm', from: '' }), granted).ok).toBe(true);
  });

  it.each([
    ['ingest.run', { paths: ['/home/me/notes.md', '/etc/passwd'] }],
    ['ingest.run', { paths: '/etc/passwd' }],
    ['ingest.run', { paths: ['/home/me/papers/../../../etc/passwd'] }],
    ['evaluate.run', { corpus: '/home/me/notes.md', queries: '/home/me/notes.md', qrels: '/etc/passwd' }],
    ['evaluate.start', { path: '/home/me' }],
    ['evaluate.inspect', { path: '/etc' }],
    ['watch.add', { path: '/etc' }],
    ['rebuild.start', { model: 'm', from: '/etc' }],
  ])('refuses a path that was not opened in %s %j', (route, input) => {
    expect(admit(request(route, input), granted)).toMatchObject({ ok: false, error: { code: 'bad-request' } });
  });
});
