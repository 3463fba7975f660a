import { describe, expect, it } from 'vitest';
import { longFormOf } from '../../../../electron/engine/retrieval/query/acronyms';

describe('R9 the meaning of an acronym', () => {
  it.each([
    ['RRF', 'We use Reciprocal Rank Fusion (RRF) for both lanes.', 'Reciprocal Rank Fusion'],
    ['RRF', 'RRF (Reciprocal Rank Fusion) joins them.', 'Reciprocal Rank Fusion'],
    ['LLM', 'All large language models (LLMs) do so.', 'large language models'],
    ['SOW', 'Sign the Statement of Work (SOW).', 'Statement of Work'],
    ['HTML', 'HyperText Markup Language (HTML)', 'HyperText Markup Language'],
    ['DSGVO', 'Es gilt die Datenschutz-Grundverordnung (DSGVO)', 'Datenschutz-Grundverordnung'],
    ['RRF', 'RRF (see page 3) joins them.', null],
    ['RRF', 'It ranks fusion (RRF)', null],
    ['RRF', 'The RRF joins them.', null],
  ])('%s in “%s” is %s', (short, text, long) => {
    expect(longFormOf(short, text)).toBe(long);
  });
});
