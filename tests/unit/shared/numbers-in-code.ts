import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reasons for a number in the code instead of config/ (ADR 0065):
 *
 * - `formula`: a part of a formula or of an interface that others define
 * - `language`: how words and sentences are read
 * - `fitted`: measured together with other numbers and weights, which one alone would make wrong
 * - `bound`: limits time and memory, and changes no usual answer
 * - `shown`: how much of a text or list one line shows
 */
type Reason = 'formula' | 'language' | 'fitted' | 'bound' | 'shown';

/** The numbers in the code of retrieval, stages and chat, by their file and reason. */
export const reasons: Readonly<Record<string, Readonly<Partial<Record<Reason, string>>>>> = {
  'retrieval/candidate-cache.ts': { bound: 'chunksKept' },
  'retrieval/conversation-memory.ts': { language: 'sentencesTaken', bound: 'textsKept' },
  'retrieval/lanes.ts': { bound: 'backOffMs chunksKept exactHits', shown: 'shown' },
  'retrieval/query/acronyms.ts': { bound: '200 chunksRead mostAsked mostWords', language: '5 fewest most' },
  'retrieval/query/cross-language.ts': { bound: 'leastShare mostLanguages' },
  'retrieval/query/follow-up.ts': { fitted: 'carriedWeight', language: 'mostBefore mostOwn' },
  'retrieval/query/library-terms.ts': {
    bound: 'completions frequenciesKept',
    language: 'leastTyped',
  },
  'retrieval/query/parse-query.ts': { bound: '4', language: 'minimumWords' },
  'retrieval/query/query-language.ts': { language: 'ahead least letterWeight' },
  'retrieval/query/spelling.ts': {
    bound: 'chunksRead mostMeant mostUnknown',
    language: 'mostEnding mostSlips shortest shortestName shortestTerm twoSlips',
  },
  'retrieval/ranking/graph-expansion.ts': { fitted: 'graphShare' },
  'retrieval/ranking/rank-candidates.ts': { fitted: 'conversationWeight' },
  'retrieval/ranking/rank-features.ts': { language: 'maximumSubjectWords' },
  'retrieval/ranking/relevance.ts': { formula: '1e-9 3 4 5 6 7 k1 lengthShare sideBySide' },
  'retrieval/ranking/sentence-nearness.ts': { bound: 'candidatesLooked vectorsKept', fitted: 'share' },
  'retrieval/retriever.ts': { bound: 'answersKept freeLooks mostLooks usedTaken' },
  'stages/a2-prompt-shaper.ts': { shown: '60' },
  'stages/a3-nli-gate.ts': { shown: '80' },
  'stages/a4-condenser.ts': { shown: '120 80 longestLine', fitted: 'comparable' },
  'stages/a5-format-enforcer.ts': { language: 'fewestWords', bound: 'longestRule longestShape longestSpec' },
  'stages/condenser/context-lines.ts': { bound: 'leastShare', language: 'mostBesideLinks' },
  'stages/format/answer-schema.ts': { formula: '3', bound: '6' },
  'stages/gate/contradictions.ts': { language: 'minimumWords', formula: 'shingleLength' },
  'stages/gate/nli-evidence.ts': { language: 'leastShared leastWords' },
  'stages/gate/quantities.ts': { language: '10 40', formula: '1e-9 near' },
  'stages/gate/verdicts.ts': { bound: 'copiesLookedAt', shown: 'excerptLength' },
  'stages/reading.ts': { shown: 'wordsShown' },
  'stages/shaping/prompt-headers.ts': { language: '3', formula: '4' },
  'chat/attribution.ts': { language: 'fewestTerms shortStatement', bound: 'longestAnswer' },
  'chat/citations.ts': { bound: 'longestRange', shown: 'sentenceShare' },
  'chat/confidence.ts': { language: '3 4 mostCapitals', fitted: 'fewestSure leastRight' },
  'chat/export-conversation.ts': { shown: '60 tenths' },
  'chat/generate-answer.ts': { formula: '400 422 500', language: 'leastOverlap', bound: 'shownAgain' },
  'chat/quoting/best-passages.ts': { shown: 'leastRoom passageCharacters passagesCharacters' },
  'chat/quoting/extractive-answer.ts': { shown: 'mostColumns', fitted: 'worthOfBest' },
  'chat/quoting/places.ts': { language: 'longestLeadIn', shown: 'fewWords' },
  'chat/quoting/score-sentences.ts': {
    fitted: 'behindWeight definitionWeight kindWeight meaningWeight neighbourWeight passagePower unknownKind',
    bound: 'sentencesRead',
  },
  'chat/support.ts': { language: 'leastTerms' },
  'chat/weighed-passages.ts': { fitted: 'leastRelevance' },
};

/** Signs and places in lists, and hundredths: they set nothing. */
const plain = new Set(['0', '1', '2', '100']);
const string = /'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/gu;
const regularExpression =
  /(?<=[=(,:?&|!;[\s])\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])*\/[a-z]*/gu;
const number = /(?<![\w.$\]])\d[\d_]*(?:\.\d+)?(?:e-?\d+)?/gu;

/** A source without its comments, texts and patterns. */
const bare = (source: string): string =>
  source
    .replace(/\/\*.*?\*\//gsu, '')
    .replace(/(^|\s)\/\/ .*$/gmu, '')
    .replace(regularExpression, '')
    .replace(string, "''");

/** The numbers of a file: by the name of their constant, or as they are written inside a function. */
export function numbersIn(source: string): string[] {
  const found = bare(source)
    .split('\n')
    .flatMap((line) => {
      const numbers = (line.match(number) ?? []).filter((one) => !plain.has(one));
      const name = /^(?:export )?const (\w+)\b/u.exec(line)?.[1];
      const isConstant = /^(?:export )?const \w+ = -?[\d_.e]+;/u.test(line);
      if (name !== undefined && (isConstant || numbers.length > 0)) return [name];
      return numbers;
    });
  return [...new Set(found)].sort();
}

/** The numbers of each file below a folder that has some. */
export function numbersBelow(root: string): ReadonlyMap<string, string[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const found = files.map(
    (name) => [name.replaceAll('\\', '/'), numbersIn(readFileSync(join(root, name), 'utf8'))] as const,
  );
  return new Map(found.filter(([, numbers]) => numbers.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)));
}
