import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { VitrineError } from '@shared/errors';
import { expect, it } from 'vitest';
import { connect } from '../../../electron/engine/connections/connection-gate';

it('C1 an answer that stops in the middle is given up, also when memory was cleaned since it began', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const server = createServer((_request, response) => response.write('half'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const { port } = server.address() as AddressInfo;
    const stopper = new AbortController();
    const call = { purpose: 'server-check' as const, refusal: () => new VitrineError('offline') };
    const url = new URL(`http://127.0.0.1:${port}/`);
    const response = await connect(url, { signal: stopper.signal }, call, { offline: false });
    const reading = response.text().catch((error: unknown) => error);
    for (let round = 0; round < 5; round += 1) {
      await new Promise((next) => setTimeout(next, 20));
      collect();
    }
    stopper.abort(new Error('too late'));
    const outcome = await Promise.race([reading, new Promise((late) => setTimeout(late, 5000, 'still reading'))]);
    expect(outcome).toMatchObject({ message: 'too late' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
