import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Idleness, IdleUnloadedModel } from '../../../electron/engine/models/idle-unload';
import { forAllAsync } from '../../for-all';
import { HandClock } from '../../hand-clock';

/** Something that can be let go, and remembers whether it was. */
class Opened {
  disposed = false;

  constructor(readonly id: string) {}

  async dispose(): Promise<void> {
    this.disposed = true;
  }
}

/** Opens models and puts each on a list. */
const openedInto = (list: Opened[]) => async (id: string) => {
  const model = new Opened(id);
  list.push(model);
  return model;
};

/** Work that ends on demand. */
function held(): { readonly work: () => Promise<void>; end(): void } {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => over, end: () => end() };
}

describe('a kept model', () => {
  let opened: Opened[];
  let kept: IdleUnloadedModel<Opened>;
  beforeEach(() => {
    opened = [];
    kept = new IdleUnloadedModel(openedInto(opened), null);
  });

  it('is opened by its first use and kept for the next', async () => {
    expect(kept.id).toBeNull();
    await Promise.all([kept.use('a', () => 1), kept.use('a', () => 2)]);
    expect(await kept.use('a', ({ id }) => id)).toBe('a');
    expect([kept.id, opened.length, opened[0]?.disposed]).toEqual(['a', 1, false]);
  });

  it('tells once that it could not be disposed, and is disposed and opened again as before', async () => {
    await kept.use('a', () => undefined);
    for (const model of opened) model.dispose = () => Promise.reject(new Error('no'));
    await expect(kept.dispose()).rejects.toThrow('no');
    await kept.dispose();
    await kept.use('a', () => undefined);
    await kept.dispose();
    expect(opened.map(({ disposed }) => disposed)).toEqual([false, true]);
  });

  it('does not let another one wait for a use that takes long', async () => {
    const { work, end } = held();
    const using = kept.use('a', work);
    expect(await kept.use('b', ({ id }) => id)).toBe('b');
    end();
    await using;
  });

  it('tells a failed use and stays open', async () => {
    const failing = kept.use('a', () => Promise.reject(new TypeError('no')));
    await expect(failing).rejects.toThrow('no');
    await kept.use('a', () => 0);
    expect(opened.length).toBe(1);
  });

  it('tries again to open what could not be opened', async () => {
    let tries = 0;
    const second = new IdleUnloadedModel(async (id) => {
      tries += 1;
      if (tries === 1) throw new TypeError('not there');
      return new Opened(id);
    }, null);
    await expect(second.use('a', () => 0)).rejects.toThrow('not there');
    await second.dispose();
    expect(await second.use('a', ({ id }) => id)).toBe('a');
  });

  it('is never used after it was disposed, and none is left open at the end, whatever the order', async () => {
    const step = fc.oneof(
      fc.record({ use: fc.constantFrom('a', 'b', 'c'), ticks: fc.integer({ min: 0, max: 5 }) }),
      fc.constant('dispose' as const),
      fc.constant('pause' as const),
    );
    await forAllAsync(fc.array(step, { maxLength: 30 }), async (steps) => {
      const all: Opened[] = [];
      const one = new IdleUnloadedModel(openedInto(all), null);
      const running: Promise<unknown>[] = [];
      for (const what of steps) {
        if (what === 'dispose') running.push(one.dispose());
        else if (what === 'pause') await Promise.resolve();
        else {
          running.push(
            one.use(what.use, async (model) => {
              for (let tick = 0; tick <= what.ticks; tick += 1) {
                expect(model).toEqual({ id: what.use, disposed: false });
                await Promise.resolve();
              }
            }),
          );
        }
      }
      await Promise.all(running);
      await one.dispose();
      expect(all.filter(({ disposed }) => !disposed)).toEqual([]);
    });
  });
});

describe('a kept model that rests', () => {
  let clock: HandClock;
  let most: number;
  let told: [string, unknown][];
  let opened: Opened[];
  let kept: IdleUnloadedModel<Opened>;

  const keptBy = (idleness: Partial<Idleness> = {}): IdleUnloadedModel<Opened> =>
    new IdleUnloadedModel(openedInto(opened), {
      clock,
      most: async () => most,
      onLetGo: (id, error) => told.push([id, error]),
      ...idleness,
    });

  beforeEach(() => {
    clock = new HandClock();
    most = 1000;
    told = [];
    opened = [];
    kept = keptBy();
  });

  it('is let go after as long as it may rest, not before, and opened again by the next use', async () => {
    await kept.use('a', () => 0);
    await clock.goOn(999);
    expect([kept.id, told]).toEqual(['a', []]);
    await clock.goOn(1);
    expect([kept.id, told, opened[0]?.disposed]).toEqual([null, [['a', null]], true]);
    expect(await kept.use('a', (model) => opened.indexOf(model))).toBe(1);
  });

  it('rests from the end of its last use', async () => {
    await kept.use('a', () => 0);
    await clock.goOn(900);
    await kept.use('a', () => 0);
    await clock.goOn(900);
    expect(kept.id).toBe('a');
    await clock.goOn(100);
    expect(kept.id).toBeNull();
  });

  it('does not rest while a use is under way, however long that takes', async () => {
    const { work, end } = held();
    const using = kept.use('a', work);
    await clock.goOn(5000);
    expect([kept.id, opened[0]?.disposed]).toEqual(['a', false]);
    end();
    await using;
    await clock.goOn(999);
    expect(kept.id).toBe('a');
    await clock.goOn(1);
    expect(kept.id).toBeNull();
  });

  it('does not go when it is used while the limit is looked up', async () => {
    let tell = (_: number): void => undefined;
    const slow = keptBy({
      most: () =>
        new Promise((resolve) => {
          tell = resolve;
        }),
    });
    await slow.use('a', () => 0);
    await clock.goOn(1000);
    const { work, end } = held();
    const using = slow.use('a', work);
    tell(1000);
    await clock.goOn(0);
    expect(opened.map(({ disposed }) => disposed)).toEqual([false]);
    end();
    await using;
  });

  it('is watched only while it is open', async () => {
    const watched = [clock.watched];
    await kept.use('a', () => 0);
    watched.push(clock.watched);
    await kept.use('b', () => 0);
    watched.push(clock.watched);
    await clock.goOn(1000);
    watched.push(clock.watched);
    await kept.use('a', () => 0);
    await kept.dispose();
    watched.push(clock.watched);
    expect(watched).toEqual([0, 1, 1, 0, 0]);
  });

  it('stays if the limit is unknown, and says so', async () => {
    const unsure = keptBy({ most: () => Promise.reject(new TypeError('no limits')) });
    await unsure.use('a', () => 0);
    await clock.goOn(1000);
    expect([unsure.id, String(told[0]?.[1])]).toEqual(['a', 'TypeError: no limits']);
  });
});
