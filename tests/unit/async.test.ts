import { describe, expect, it } from 'vitest';
import { BoundedQueue, pause, raceTimeout, retry, SerialQueue } from '../../electron/engine/async';

describe('SerialQueue', () => {
  it('lets the next work begin when the one before has ended, also where that failed', async () => {
    const turns = new SerialQueue();
    const log: string[] = [];
    const first = turns.run(async () => {
      await new Promise(setImmediate);
      log.push('first');
      throw new Error('first failed');
    });
    const second = turns.run(async () => log.push('second'));
    await expect(first).rejects.toThrow('first failed');
    await second;
    expect(log).toEqual(['first', 'second']);
  });

  it('ends the waiting of an aborted signal with its reason, and does not let the one behind it pass', async () => {
    const turns = new SerialQueue();
    const log: string[] = [];
    let finish = (): void => {};
    const first = turns.run(() =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }).then(() => log.push('first')),
    );
    const stopper = new AbortController();
    const stopped = turns.run(async () => log.push('never'), stopper.signal);
    const last = turns.run(async () => log.push('last'));
    stopper.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    expect(log).toEqual([]);
    finish();
    await Promise.all([first, last]);
    expect(log).toEqual(['first', 'last']);
  });

  it('starts nothing while it is held, releases when work starts, and holds no caller for ever', async () => {
    const turns = new SerialQueue();
    const log: string[] = [];
    const first = turns.run(async () => log.push('first'));
    await first;
    const [one, other] = [turns.hold(60_000), turns.hold(60_000)];
    const second = turns.run(async () => log.push('second'));
    const stopper = new AbortController();
    const stopped = turns.run(async () => log.push('never'), stopper.signal);
    stopper.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    one();
    await new Promise(setImmediate);
    expect(log).toEqual(['first']);
    other();
    await second;
    turns.hold(20);
    await turns.run(async () => log.push('third'));
    expect(log).toEqual(['first', 'second', 'third']);
  });

  it('does not begin for a signal that was aborted before', async () => {
    const turns = new SerialQueue();
    await expect(turns.run(async () => 'begun', AbortSignal.abort(new Error('early')))).rejects.toThrow('early');
    expect(await turns.run(async () => 'next')).toBe('next');
  });
});

describe('raceTimeout', () => {
  it('gives what came in time, whatever that is, and null where nothing did', async () => {
    expect(await raceTimeout(Promise.resolve(undefined), 1000)).toEqual({ value: undefined });
    expect(await raceTimeout(new Promise(() => {}), 10)).toBeNull();
    await expect(raceTimeout(Promise.reject(new Error('broken')), 1000)).rejects.toThrow('broken');
  });

  it('ends with the reason of an aborted signal, and leaves no late failure unhandled', async () => {
    const stopper = new AbortController();
    let fail = (_error: Error): void => {};
    const work = new Promise<void>((_resolve, reject) => {
      fail = reject;
    });
    const waiting = raceTimeout(work, 0, stopper.signal);
    stopper.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    fail(new Error('too late'));
    await new Promise(setImmediate);
  });
});

describe('retry', () => {
  it('tries again while a failure has a wait, and throws the one that has none', async () => {
    const tries: number[] = [];
    const work = async (attempt: number) => {
      tries.push(attempt);
      throw new Error(`failure ${attempt}`);
    };
    await expect(retry(work, (_error, attempt) => (attempt < 3 ? 1 : null))).rejects.toThrow('failure 3');
    expect(tries).toEqual([1, 2, 3]);
    expect(
      await retry(
        async (attempt) => (attempt === 2 ? 'well' : Promise.reject(new Error())),
        () => 0,
      ),
    ).toBe('well');
  });

  it('waits no longer than its signal', async () => {
    const stopper = new AbortController();
    const waiting = retry(
      () => Promise.reject(new Error('down')),
      () => 60_000,
      stopper.signal,
    );
    await new Promise(setImmediate);
    stopper.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await pause(60_000, stopper.signal);
  });
});

describe('BoundedQueue', () => {
  it('lets its producer wait until its content is used up, and ends when nothing comes any more', async () => {
    const queue = new BoundedQueue<number>(3, new AbortController().signal, (units) => units);
    queue.put(2);
    await queue.room();
    queue.put(2);
    let hasRoom = false;
    const waiting = queue.room().then(() => {
      hasRoom = true;
    });
    expect(await queue.take()).toBe(2);
    await new Promise(setImmediate);
    expect(hasRoom).toBe(false);
    queue.free(2);
    await waiting;
    queue.close();
    expect([await queue.take(), await queue.take()]).toEqual([2, null]);
  });

  it('ends all waiting with the reason of its signal', async () => {
    const stopper = new AbortController();
    const queue = new BoundedQueue<number>(1, stopper.signal, () => 1);
    queue.put(1);
    const ends = [queue.room(), queue.take().then(() => queue.take())].map((end) =>
      expect(end).rejects.toThrow('over'),
    );
    stopper.abort(new Error('over'));
    await Promise.all(ends);
  });
});
