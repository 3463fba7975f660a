import { describe, expect, it } from 'vitest';
import { threadsFor } from '../../../../electron/engine/models/local/onnx-session';

describe('threadsFor', () => {
  it('uses both of two processors, otherwise half of them, never more than four', () => {
    expect([1, 2, 3, 4, 6, 8, 64].map(threadsFor)).toEqual([1, 2, 2, 2, 3, 4, 4]);
  });
});
