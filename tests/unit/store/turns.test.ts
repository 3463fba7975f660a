import { describe, expect, it } from 'vitest';
import { Turns } from '../../../electron/engine/store';

describe('Turns', () => {
  it('lets the next work begin when the one before has ended, also where that failed', async () => {
    const turns = new Turns();
    const log: string[] = [];
    const first = turns.take(async () => {
      await new Promise(setImmediate);
      log.push('first');
      throw new Error('first failed');
    });
    const second = turns.take(async () => log.push('second'));
    await expect(first).rejects.toThrow('first failed');
    await second;
    expect(log).toEqual(['first', 'second']);
  });

  it('ends the waiting of an aborted signal with its reason, and does not let the one behind it pass', async () => {
    const turns = new Turns();
    const log: string[] = [];
    let finish = (): void => {};
    const first = turns.take(() =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }).then(() => log.push('first')),
    );
    const stopper = new AbortController();
    const stopped = turns.take(async () => log.push('never'), stopper.signal);
    const last = turns.take(async () => log.push('last'));
    stopper.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    expect(log).toEqual([]);
    finish();
    await Promise.all([first, last]);
    expect(log).toEqual(['first', 'last']);
  });

  it('begins nothing while it is held by anybody, lets go on what has begun, and holds nobody for ever', async () => {
    const turns = new Turns();
    const log: string[] = [];
    const first = turns.take(async () => log.push('first'));
    await first;
    const [one, other] = [turns.hold(60_000), turns.hold(60_000)];
    const second = turns.take(async () => log.push('second'));
    const stopper = new AbortController();
    const stopped = turns.take(async () => log.push('never'), stopper.signal);
    stopper.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    one();
    await new Promise(setImmediate);
    expect(log).toEqual(['first']);
    other();
    await second;
    turns.hold(20);
    await turns.take(async () => log.push('third'));
    expect(log).toEqual(['first', 'second', 'third']);
  });

  it('does not begin for a signal that was aborted before', async () => {
    const turns = new Turns();
    await expect(turns.take(async () => 'begun', AbortSignal.abort(new Error('early')))).rejects.toThrow('early');
    expect(await turns.take(async () => 'next')).toBe('next');
  });
});
