/**
 * Text with the word frequencies of a language (Zipf) and none of its meaning, the same at every run: for measuring
 * time and memory, never quality.
 */
const syllables =
  'ba be bi bo da de di do fa fe fi ga ge go ka ke ki la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se si so ta te ti to va ve'.split(
    ' ',
  );
const vocabularySize = 20_000;

/** Numbers in [0, 1), the same for the same seed (Park & Miller 1988). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function wordAt(rank: number): string {
  let word = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length];
  return word;
}

const vocabulary = Array.from({ length: vocabularySize }, (_, rank) => wordAt(rank));

/** A word drawn with probability about 1/rank. */
export function drawWord(random: () => number): string {
  return vocabulary[Math.floor(vocabularySize ** random()) - 1] ?? 'ba';
}

/** Sentences of 8 to 20 words until there are `words` of them. */
export function sentencesOf(words: number, random: () => number): string {
  const sentences: string[] = [];
  for (let left = words; left > 0; ) {
    const length = Math.min(left, 8 + Math.floor(random() * 13));
    const drawn = Array.from({ length }, () => drawWord(random)).join(' ');
    sentences.push(`${drawn.charAt(0).toUpperCase()}${drawn.slice(1)}.`);
    left -= length;
  }
  return sentences.join(' ');
}

/** Markdown with a heading every 200 words. */
export function markdownOf(words: number, random: () => number): string {
  const sections = Array.from({ length: Math.ceil(words / 200) }, (_, section) => {
    const title = `${drawWord(random)} ${drawWord(random)}`;
    return `## ${section + 1} ${title}\n\n${sentencesOf(100, random)}\n\n${sentencesOf(100, random)}\n`;
  });
  return `# Bench\n\n${sections.join('\n')}`;
}
