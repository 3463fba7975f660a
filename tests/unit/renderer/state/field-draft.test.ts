import type { ErrorReport } from '@shared/errors';
import { describe, expect, it, vi } from 'vitest';
import { createFieldDraft } from '../../../../renderer/state/field-draft';

const refusal: ErrorReport = { code: 'bad-request', message: 'No number.', hint: 'Write one.' };

/** A field whose text is being kept until the test says how that ended. */
function keeping(text: string) {
  const field = createFieldDraft();
  const { type, commit } = field.getState();
  let end = (_error: ErrorReport | null): void => {};
  const keep = vi.fn(
    () =>
      new Promise<ErrorReport | null>((resolve) => {
        end = resolve;
      }),
  );
  type(text);
  const committed = commit('before', keep);
  const ended = async (error: ErrorReport | null) => {
    end(error);
    await committed;
    const { draft, error: shown } = field.getState();
    return { draft, error: shown };
  };
  return { field, keep, ended };
}

describe('text typed into a field of the settings', () => {
  it('stays until it is saved; then the field shows the value in force', async () => {
    const { field, keep, ended } = keeping('http://localhost:1');
    expect(keep).toHaveBeenCalledExactlyOnceWith('http://localhost:1');
    expect(field.getState().draft).toBe('http://localhost:1');
    expect(await ended(null)).toEqual({ draft: null, error: null });
  });

  it('stays when it is refused, with the reason, until the user goes back', async () => {
    const { field, ended } = keeping('many');
    expect(await ended(refusal)).toEqual({ draft: 'many', error: refusal });
    field.getState().back();
    expect(field.getState()).toMatchObject({ draft: null, error: null });
  });

  it('is not saved without typing, or if it is in force already', async () => {
    const field = createFieldDraft();
    const keep = vi.fn(async () => null);
    await field.getState().commit('before', keep);
    field.getState().type('before');
    await field.getState().commit('before', keep);
    expect(keep).not.toHaveBeenCalled();
    expect(field.getState().draft).toBeNull();
  });
});
