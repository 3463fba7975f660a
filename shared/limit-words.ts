import { z } from 'zod';
import { limitsSchema } from './limits';

interface LimitWords {
  readonly title: string;
  /** What it does and what a larger value means, in a sentence or two. */
  readonly description: string;
}

const words = (title: string, description: string): LimitWords => ({ title, description });

/**
 * What each limit is called and does, by its path; `*` stands for any name of a chunk profile. The path is also the
 * key of its translations.
 */
export const limitWords: Readonly<Record<string, LimitWords>> = {
  N0_QUERY_PIECES: words('N0: pieces of a query', 'How many parts of a question are searched for on their own.'),
  N1_RETR_MAX_CANDIDATES: words(
    'N1: candidates',
    'How many passages a search hands on. More finds more and takes longer.',
  ),
  N2_RERANK_TOP_K: words('N2: passages reranked', 'How many of the candidates are ordered anew by the cross-encoder.'),
  N3_FINAL_SELECTION_MAX: words('N3: passages selected', 'How many passages the prompt may be built from.'),
  N4_RECENT_CONV_MAX_PAIRS: words('N4: earlier exchanges', 'How many questions with their answers go into the prompt.'),
  ingest: words('Adding documents', 'What is read, and how it is cut into passages.'),
  'ingest.maxFileBytes': words('Largest file', 'Bytes; a larger file is refused.'),
  'ingest.maxPages': words('Most pages', 'Pages of one file; a longer file is refused.'),
  'ingest.maxExpandedBytes': words('Largest unpacked size', 'Bytes of all parts of a packed file together.'),
  'ingest.maxEntries': words('Most parts', 'Parts of a packed file.'),
  'ingest.maxExpansionRatio': words('Largest expansion', 'How many times its packed size a part may unpack to.'),
  'ingest.maxDepth': words('Deepest nesting', 'Elements inside each other in formats with markup.'),
  'ingest.ocr': words('Text recognition', 'What scans and pictures are read with, where text recognition is on.'),
  'ingest.ocr.maxPages': words('Most pages', 'Pages of one file that text is recognised on; a longer scan is refused.'),
  'ingest.ocr.maxPixels': words(
    'Most pixels',
    'Pixels of one page; a larger picture is refused, and a page of a PDF is drawn coarser.',
  ),
  'ingest.ocr.dpi': words('Dots an inch', 'How finely a page of a PDF is drawn. More reads small print and is slower.'),
  'ingest.ocr.secondsAPage': words('Time limit', 'Seconds; a page that takes longer is left out.'),
  'ingest.maxLineCharacters': words(
    'Longest line',
    'Characters without white space after which a passage is cut all the same.',
  ),
  'ingest.profile': words('Chunk profile', 'The profile that new libraries are cut with.'),
  'ingest.profiles': words('Chunk profiles', 'Ways to cut documents into passages, by name.'),
  'ingest.profiles.*': words('Chunk profile', 'One way to cut documents into passages.'),
  'ingest.profiles.*.unit': words('Unit', 'What size and overlap count: characters or tokens.'),
  'ingest.profiles.*.size': words('Size', 'Longest passage.'),
  'ingest.profiles.*.minSize': words('Least size', 'Shorter passages are joined with their neighbours; 0 for none.'),
  'ingest.profiles.*.overlap': words('Overlap', 'How much of a passage the next one repeats; less than the size.'),
  retrieval: words('Search', 'How candidates are found and their scores are joined.'),
  'retrieval.tau': words(
    'τ of LogAvgExp',
    'How strongly the best piece of a query counts: 0 is the mean, more leans to the best.',
  ),
  'retrieval.lengthSlope': words('Length normalisation', 'How much long passages are held back, 0 to 1; 0 is off.'),
  'retrieval.fusion': words('Fusion', 'How the two lanes, words and meaning, are joined.'),
  'retrieval.rrfK': words('k of reciprocal rank fusion', 'More makes the first ranks count less.'),
  'retrieval.alpha': words('α of the fusion', 'Share of the vector lane, 0 to 1, for the fusion called alpha.'),
  'retrieval.titleBoost': words(
    'Boost of titles',
    'How much a passage gains when its title or heading carries the question’s words.',
  ),
  'retrieval.definitionBoost': words(
    'Boost of definitions',
    'How much a passage gains that defines what is asked for.',
  ),
  'retrieval.thresholds': words('Thresholds', 'Least score of a candidate, for each kind of score.'),
  'retrieval.thresholds.rrf': words('Threshold of rank fusion', 'Least score by reciprocal ranks.'),
  'retrieval.thresholds.weighted': words('Threshold of weighted fusion', 'Least weighted score, 0 to 1.'),
  'retrieval.thresholds.relevance': words(
    'Threshold of relevance',
    'Least relevance, 0 to 1; when nothing reaches it, no answer is given.',
  ),
  'retrieval.rankByFeatures': words(
    'Explained reranking',
    'Whether nearness of words, shared terms and titles order what fusion has joined.',
  ),
  'retrieval.expansionTerms': words(
    'Terms added',
    'Most terms of the best passages that a search asks for too; 0 adds none.',
  ),
  'retrieval.graphExpansion': words(
    'Passages beside',
    'Whether passages beside the best ones are candidates too: none, the next ones, those of the section, or of the document.',
  ),
  'retrieval.graphCandidates': words('Most passages beside', 'How many passages beside the best ones a search adds.'),
  'retrieval.indexPatienceMs': words(
    'Patience with the index',
    'Milliseconds for an answer of the index; then it is asked once more, and then the passages used most are shown. 0 waits without end.',
  ),
  'retrieval.suggestions': words('Suggestions', 'Topics of the library that are offered when nothing was found.'),
  'retrieval.conversationMemory': words(
    'Memory of conversations',
    'Whose earlier exchanges a question may recall: none, its own conversation’s, or all.',
  ),
  'retrieval.memoryCandidates': words('Recalled exchanges', 'Most passages of earlier exchanges among the candidates.'),
  rerank: words('Reranking', 'The second look at the best candidates.'),
  'rerank.timeoutMs': words('Time limit', 'Milliseconds; beyond it the order of the search stays.'),
  'rerank.chatTopN': words('Passages for an answer', 'How many of the best passages a quoted answer draws from.'),
  gate: words('Evidence gate', 'Which candidates may speak (A3).'),
  'gate.maxCandidates': words('Most candidates', 'How many candidates are judged.'),
  'gate.minCharacters': words('Shortest passage', 'Characters; a shorter passage says nothing and is dropped.'),
  'gate.relevanceThreshold': words('Least relevance', '0 to 1; what is less relevant is dropped.'),
  'gate.relativeThreshold': words(
    'Least share of the best',
    'Share of the best candidate’s relevance that a candidate must reach, 0 to 1.',
  ),
  'gate.nearDuplicateThreshold': words(
    'Near duplicates',
    'Likeness, 0 to 1, from which two passages count as the same.',
  ),
  'gate.contradictionSimilarity': words(
    'Contradictions',
    'Likeness, 0 to 1, from which two passages with different figures count as contradicting.',
  ),
  'gate.nliModel': words(
    'NLI model',
    'Id of a model that judges whether passages contradict each other; empty for none.',
  ),
  'gate.nliPairs': words('Pairs for the NLI model', 'Most pairs of sentences that it reads for a question.'),
  'gate.nliThreshold': words('Certainty of the NLI model', 'Least probability, 0 to 1, at which its word counts.'),
  'gate.nliTimeoutMs': words('Time limit of the NLI model', 'Milliseconds; beyond it, it is left out.'),
  condense: words('Condenser', 'How the selection becomes facts (A4).'),
  'condense.tokenBudget': words('Token budget', 'Tokens of the condensed context.'),
  'condense.sentencesPerChunk': words('Sentences a passage', 'How many sentences a passage may give.'),
  'condense.maxFacts': words('Most facts', 'Lines of the condensed context.'),
  build: words('Prompt', 'How the prompt is built.'),
  'build.tokenBudget': words('Token budget', 'Tokens of the whole prompt.'),
  answer: words('Answers', 'What is asked, how it is answered and how sure the answer is.'),
  'answer.minQuestionCharacters': words('Shortest question', 'Characters.'),
  'answer.maxQuestionCharacters': words('Longest question', 'Characters.'),
  'answer.maxSentences': words('Sentences quoted', 'Most sentences of an answer without a language model.'),
  'answer.maxCharacters': words('Length of quotes', 'Most characters of an answer without a language model.'),
  'answer.snippetCharacters': words('Length of snippets', 'Most characters that a citation shows.'),
  'answer.minChunks': words('Enough context', 'Passages above the threshold that an answer needs.'),
  'answer.bands': words('Bands of confidence', 'From which confidence an answer is high, medium or low; they fall.'),
  'answer.bands.high': words('High', 'Confidence, 0 to 1.'),
  'answer.bands.medium': words('Medium', 'Confidence, 0 to 1.'),
  'answer.bands.low': words('Low', 'Confidence, 0 to 1.'),
  'answer.historyMessages': words('Messages remembered', 'Messages of a conversation that a question sees.'),
  'answer.agentsInChat': words(
    'Agents in chat',
    'Whether the stages behind a chat answer ask the language model too; slower.',
  ),
  'answer.supportShare': words(
    'Support of a sentence',
    'Share of a cited sentence’s words that its passages must hold, 0 to 1.',
  ),
  'answer.findSources': words(
    'Find sources',
    'Whether Vitrine looks for the passage behind a sentence for which the model named none.',
  ),
  'answer.foundShare': words(
    'Threshold of found sources',
    'Share of such a sentence’s words that one passage must hold, 0 to 1.',
  ),
  'answer.serverTries': words('Tries', 'How often a busy model server is asked.'),
  'answer.maxWaitSeconds': words('Longest wait', 'Seconds that a busy model server may ask to be left alone.'),
  'answer.silenceSeconds': words(
    'Longest silence',
    'Seconds without a word after which a model server counts as stuck.',
  ),
  'answer.temperature': words('Temperature', '0 gives the same answer again; more varies it.'),
  'answer.seed': words('Seed', 'The same seed gives the same answer, where the server keeps to it.'),
  'answer.maxSelectedCharacters': words(
    'Longest selected text',
    'Characters of a selection that goes along with a question.',
  ),
  'answer.maxTokens': words('Longest answer', 'Tokens that a language model may write.'),
  models: words('Models', 'How long models on this computer stay in memory.'),
  'models.idleMinutes': words(
    'Rest before unloading',
    'Minutes without use after which a model leaves memory; the next use opens it again. 0 keeps it.',
  ),
};

type Schema = Record<string, unknown>;
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON Schema (2020-12) of the limits with the title and description of each, for a form to be made from. */
export function limitsJsonSchema(): object {
  return worded(z.toJSONSchema(limitsSchema, { io: 'input' }), '');
}

function worded(schema: Schema, path: string): Schema {
  const { properties, additionalProperties } = schema;
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  return {
    ...schema,
    ...limitWords[path],
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [
              name,
              isSchema(inner) ? worded(inner, below(name)) : inner,
            ]),
          ),
        }
      : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: worded(additionalProperties, below('*')) } : {}),
  };
}
