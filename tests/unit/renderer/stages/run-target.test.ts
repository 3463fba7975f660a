import { describe, expect, it } from 'vitest';
import { stopAfter } from '../../../../renderer/stages/run-target';

describe('where “Run all” stops', () => {
  it('is the end where no breakpoint is set', () => {
    expect(stopAfter(0, new Set())).toBeUndefined();
  });

  it('is the stage before the first breakpoint', () => {
    expect(stopAfter(0, new Set(['A4_Condenser', 'A3_NLI_Gate']))).toBe('ReRanker');
  });

  it('is the next breakpoint once the run stands before the first', () => {
    expect(stopAfter(4, new Set(['A4_Condenser', 'A3_NLI_Gate']))).toBe('A3_NLI_Gate');
    expect(stopAfter(5, new Set(['A4_Condenser', 'A3_NLI_Gate']))).toBeUndefined();
  });

  it('is never before the first stage, which has nothing before it', () => {
    expect(stopAfter(0, new Set(['A0_PreProcessing']))).toBeUndefined();
  });
});
