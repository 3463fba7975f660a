import { VitrineError } from '@shared/errors';
import { describe, expect, it } from 'vitest';
import { throwIfStopped } from '../../../electron/engine/models/contract';

function codeOf(signal: AbortSignal | undefined): string | null {
  try {
    throwIfStopped(signal);
    return null;
  } catch (error) {
    return error instanceof VitrineError ? error.code : String(error);
  }
}

describe('throwIfStopped', () => {
  it('lets work go on without a signal, or with a quiet one', () => {
    expect(codeOf(undefined)).toBeNull();
    expect(codeOf(new AbortController().signal)).toBeNull();
  });

  it('tells being stopped from running out of time', () => {
    expect(codeOf(AbortSignal.abort())).toBe('cancelled');
    expect(codeOf(AbortSignal.abort(new DOMException('too slow', 'TimeoutError')))).toBe('model-timeout');
  });
});
