import { describe, expect, it } from 'vitest';
import { hasOwnUndo, noteTyping } from '../../../../renderer/app/typed-fields';

describe('a field that one writes in', () => {
  it('takes back its own words, also where its writer has emptied it', () => {
    const field = { value: 'words' };
    noteTyping(field);
    expect(hasOwnUndo(field)).toBe(true);
    field.value = '';
    noteTyping(field);
    expect(hasOwnUndo(field)).toBe(true);
  });

  it('has nothing to take back where nobody has typed, or what was typed is sent', () => {
    expect(hasOwnUndo({ value: '' })).toBe(false);
    const field = { value: 'sent' };
    noteTyping(field);
    field.value = '';
    expect(hasOwnUndo(field)).toBe(false);
  });
});
