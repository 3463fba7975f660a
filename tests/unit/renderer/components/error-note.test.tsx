import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { invalidSet } from '../../../../electron/engine/evaluation/set-file';
import { ErrorNote } from '../../../../renderer/components/ErrorNote';
import { speak } from '../../../../renderer/strings';
import { reportOf } from '../../../../shared/errors';

const fault = { why: 'not-json', reason: 'it is no JSON object' };
const shown = (line: number) =>
  renderToStaticMarkup(<ErrorNote error={reportOf(invalidSet('/sets/mills/corpus.jsonl', line, fault))} />);

afterEach(() => speak('en'));

describe('what is said of a file by its name', () => {
  it('has its whole path below, since another folder may have one of that name', () => {
    for (const language of ['en', 'de'] as const) {
      speak(language);
      expect(shown(3)).toMatch(/3 (of|von) corpus\.jsonl: /u);
      expect(shown(3).match(/<p data-testid="error-file"[^>]*>([^<]*)<\/p>/u)?.[1]).toBe('/sets/mills/corpus.jsonl');
    }
  });

  it('has no second path where the message says it', () => {
    expect(shown(0)).toContain('/sets/mills/corpus.jsonl');
    expect(shown(0)).not.toContain('error-file');
  });
});
