import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@libsql/client/http';
import { invitationLine, readInvitation } from '@shared/contract/team';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { type TestDesk, TestPlace } from './open-desk';

const place = await TestPlace.ready();

/** Passes a request on to the store, and says that it wrote where the store would not write over an object. */
function passOn(request: IncomingMessage, response: ServerResponse, refused: string[]): void {
  const { method = 'GET', url = '/', headers } = request;
  const ask = httpRequest(new URL(url, place.store.address.endpoint), { method, headers }, (answer) => {
    const { statusCode = 500 } = answer;
    if (statusCode === 412) refused.push(url);
    response.writeHead(statusCode === 412 ? 200 : statusCode, answer.headers);
    answer.pipe(response);
  });
  request.pipe(ask);
}

async function serverAs(name: string) {
  const computer = join(place.folder, `${name}-computer`);
  const [keyFile = ''] = (await readdir(computer)).filter((file) => file.startsWith('team-'));
  const { token: authToken } = JSON.parse(await readFile(join(computer, keyFile), 'utf8'));
  return createClient({ url: place.catalogue.url, authToken });
}

describe.skipIf(!place.programs)('who would misuse a team place', () => {
  let ann: TestDesk;

  it('cannot have a store that overwrites objects', async () => {
    ann = await place.desk('ann');
    await ann.add({ 'deed.txt': 'The deed of the house by the harbour.' });
    const refused: string[] = [];
    const lax = createServer((request, response) => passOn(request, response, refused)).listen(0, '127.0.0.1');
    await once(lax, 'listening');
    const endpoint = `http://127.0.0.1:${(lax.address() as AddressInfo).port}`;
    const files = { ...place.store.address, endpoint };
    expect(await ann.refusal('team.share', { ...place.form, files })).toBe('store-unsuitable');
    expect(refused).toHaveLength(1);
    lax.close();
    expect(await ann.ask('team.get', {})).toBeNull();
    await ann.ask('team.share', place.form);
  }, 60_000);

  it('cannot give others another file than the one that was added', async () => {
    const bob = await place.joined('bob', ann);
    const [document] = await bob.ask('library.list', {});
    const documentId = document?.documentId ?? '';
    const database = new Database(join(place.folder, 'bob', 'team', 'replica.db'), { readonly: true });
    const { at, bytes } = database.prepare('SELECT stored_path AS at, bytes FROM contents').get() as never as {
      at: string;
      bytes: number;
    };
    database.close();
    const whole = await (await place.store.object(`files/${at}`)).text();
    for (const poison of ['x'.repeat(bytes), whole.slice(1), `${whole}more`, 'y'.repeat(20_000_000)]) {
      expect((await place.store.object(`files/${at}`, { method: 'PUT', body: poison })).status).toBe(200);
      expect(await bob.refusal('library.file', { documentId })).toBe('team-file');
    }
    await place.store.object(`files/${at}`, { method: 'PUT', body: whole });
    expect((await bob.ask('library.file', { documentId })).base64).toBe(Buffer.from(whole).toString('base64'));
  }, 60_000);

  it('gets no token by another address in the library folder', async () => {
    const requests: string[] = [];
    const thief = createServer((request, response) => {
      requests.push(`${request.url} ${request.headers.authorization}`);
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => thief.once('listening', resolve));
    const cleo = await place.joined('cleo', ann);
    await cleo.engine.close();
    const file = join(place.folder, 'cleo', 'desk.json');
    const desk = JSON.parse(await readFile(file, 'utf8'));
    const url = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
    await writeFile(file, JSON.stringify({ ...desk, place: { ...desk.place, url } }));
    const again = await place.desk('cleo');
    expect((await again.ask('team.sync', {}))?.trouble?.code).toBe('team-refused');
    expect(await again.titles()).toEqual(['deed']);
    expect(requests).toEqual([]);
    thief.close();
  }, 60_000);

  it('opens nothing with an invitation to another place, a cut one, or one with another place’s name', async () => {
    const { invitation } = await ann.ask('team.invite', { name: 'Dan', role: 'contributor' });
    const dan = await place.desk('dan');
    const content = readInvitation(invitation);
    const [head, payload, signature] = content.token.split('.');
    const other = payload?.startsWith('e') ? `${payload.slice(0, -2)}AA` : '';
    for (const forged of [
      { ...content, place: { ...content.place, id: 'another' } },
      { ...content, token: [head, other, signature].join('.') },
      { ...content, token: 'none' },
    ]) {
      expect(await dan.refusal('team.join', { invitation: invitationLine(forged) })).toBe('team-refused');
    }
    expect(await dan.refusal('team.join', { invitation: invitation.slice(0, 200) })).toBe('team-invitation');
    expect(await dan.ask('team.get', {})).toBeNull();
    await dan.ask('team.join', { invitation });
  }, 60_000);

  it('cannot change what others do by a trigger or hold them up by a view: both are refused, and an owner removes them', async () => {
    const rita = await place.joined('rita', ann);
    const server = await serverAs('rita');
    await server.execute('CREATE TRIGGER theft AFTER INSERT ON documents BEGIN DELETE FROM documents; END');
    // This desk has not heard of it: the server refuses its change.
    const report = await ann
      .add({ 'later.txt': 'A later deed of the house.' })
      .catch((error: unknown) => String(error));
    expect(JSON.stringify(report)).toContain('schema-foreign');
    await server.execute('ALTER TABLE terms RENAME TO terms_aside');
    await server.execute(
      'CREATE VIEW terms AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS term, i AS chunks FROM n',
    );
    const trouble = (await rita.ask('team.sync', {}))?.trouble;
    expect(trouble).toMatchObject({ code: 'schema-foreign', details: { why: 'place' } });
    expect(await rita.refusal('search.run', { query: 'deed', mode: 'keyword' })).toBe('schema-foreign');
    expect(await rita.refusal('team.clean', {})).toBe('team-place');
    // Also where it opens over such a copy.
    await ann.engine.close();
    ann = await place.desk('ann');
    expect((await ann.ask('team.clean', {}))?.trouble).toBeNull();
    expect((await ann.add({ 'later.txt': 'A later deed of the house.' })).totals.indexed).toBe(1);
    expect(await ann.titles()).toEqual(['deed', 'later']);
    await rita.ask('team.sync', {});
    expect(await rita.titles()).toEqual(['deed', 'later']);
    server.close();
  }, 60_000);

  it('cannot have a desk read a file of its own by a path that another member wrote', async () => {
    const mara = await place.joined('mara', ann);
    const [document] = await ann.ask('library.list', {});
    const secret = join(place.folder, 'secret.txt');
    await writeFile(secret, 'The zxsecret of this computer.');
    const server = await serverAs('mara');
    const ids = { id: document?.documentId ?? '', other: join(ann.source, 'deed.txt') };
    const move = (to: string, from: string) =>
      server.execute({
        sql: 'UPDATE documents SET path = replace(path, ?, ?) WHERE document_id = ?',
        args: [from, to, ids.id],
      });
    await move(secret, ids.other);
    await ann.ask('team.sync', {});
    expect((await ann.ask('library.list', {})).map(({ path }) => path)).toContain(secret);
    expect(await ann.refusal('ingest.again', { documentIds: [ids.id] })).toBe('vanished');
    await move(ids.other, secret);
    await ann.ask('team.sync', {});
    expect(await ann.refusal('ingest.again', { documentIds: [ids.id] })).toBeNull();
    expect((await mara.ask('search.run', { query: 'zxsecret', mode: 'keyword' })).results).toEqual([]);
    server.close();
  }, 60_000);

  it('cannot hide a document by its vector, nor put it before all others', async () => {
    const judy = await place.joined('judy', ann);
    const server = await serverAs('judy');
    const floats = (value: number) => Buffer.from(new Float32Array(512).fill(value).buffer);
    const nearlyOne = 0.04;
    // Usable numbers, but too few, too many, or cut in the middle of one.
    const one = floats(nearlyOne);
    const lengths = [one.subarray(4), Buffer.concat([one, one.subarray(0, 40)]), one.subarray(1)];
    const poisons = [floats(Number.NaN), floats(0), floats(1e18), ...lengths];
    for (const [at, poison] of poisons.entries()) {
      await judy.add({ [`ladle${at}.txt`]: `The zxladle${at} hangs over the stove number ${at}.` });
      const last = '(SELECT max(rowid) FROM embeddings)';
      await server.execute({ sql: `UPDATE embeddings SET vector = ? WHERE rowid = ${last}`, args: [poison] });
    }
    const eater = await place.joined('eater', ann, 'reader');
    for (const at of poisons.keys()) {
      const { results } = await eater.ask('search.run', { query: `zxladle${at}` });
      expect(results[0]?.title).toBe(`ladle${at}`);
    }
    const { results } = await eater.ask('search.run', { query: 'Which deed is of the house by the harbour?' });
    expect(results[0]?.title).toBe('deed');
    // One that looks like a vector shows only where the model makes it again: the check says how many, and of whose.
    const other = new Float32Array(512);
    other[0] = 1;
    await server.execute({ sql: 'UPDATE embeddings SET vector = ?', args: [Buffer.from(other.buffer)] });
    server.close();
    await eater.ask('team.sync', {});
    const found = (await eater.findings()).find(({ kind }) => kind === 'vectors-differ');
    expect(found?.count).toBeGreaterThanOrEqual(poisons.length);
    expect(found?.examples).toContainEqual(expect.stringMatching(/^judy@.*ladle0\.txt$/u));
  }, 60_000);

  it('is named by offline mode before anything is sent', async () => {
    const [desk] = [ann];
    await desk.ask('settings.set', { values: { offline: true } });
    // The servers of this test are on this computer, which offline mode leaves open.
    expect((await desk.ask('team.sync', {}))?.trouble).toBeNull();
    const elsewhere = await place.desk('eve');
    await elsewhere.ask('settings.set', { values: { offline: true } });
    const { invitation } = await desk.ask('team.invite', { name: 'Eve', role: 'reader' });
    const content = readInvitation(invitation);
    const line = invitationLine({ ...content, place: { ...content.place, url: 'http://203.0.113.7:1' } });
    expect(await elsewhere.refusal('team.join', { invitation: line })).toBe('offline');
  }, 60_000);
});
