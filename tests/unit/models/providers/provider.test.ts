import { describe, expect, it } from 'vitest';
import { soundsLikeEmbedding } from '../../../../electron/engine/models/providers/provider';

describe('what a name says a model is for', () => {
  it.each([
    'nomic-embed-text',
    'all-minilm',
    'text-embedding-3-small',
    'bge-m3',
    'e5-large',
    'mxbai-embed-large',
    'all-mpnet-base-v2',
    'voyage-3',
    'LaBSE',
  ])('%s embeds', (model) => expect(soundsLikeEmbedding(model)).toBe(true));
  it.each(['llama3.2', 'gpt-4o', 'smollm2:135m', 'phi3.5', 'granite3', 'voyager-7b'])('%s does not', (model) =>
    expect(soundsLikeEmbedding(model)).toBe(false),
  );
});
