/** What each limit is called and does, by its path; `*` stands for any name of a chunk profile. */
export const limits = {
  N0_QUERY_PIECES: {
    title: 'N0: pieces of a query',
    description: 'How many parts of a question are searched for on their own.',
  },
  N1_RETR_MAX_CANDIDATES: {
    title: 'N1: candidates',
    description: 'How many passages a search hands on. More finds more and takes longer.',
  },
  N2_RERANK_TOP_K: {
    title: 'N2: passages reranked',
    description: 'How many of the candidates are ordered anew by the cross-encoder.',
  },
  N3_FINAL_SELECTION_MAX: {
    title: 'N3: passages selected',
    description: 'How many passages the prompt may be built from.',
  },
  N4_RECENT_CONV_MAX_PAIRS: {
    title: 'N4: earlier exchanges',
    description: 'How many questions with their answers go into the prompt.',
  },
  ingest: {
    title: 'Adding documents',
    description: 'What is read, and how it is cut into passages.',
  },
  'ingest.maxFileBytes': {
    title: 'Largest file',
    description: 'Bytes; a larger file is refused.',
  },
  'ingest.maxPages': {
    title: 'Most pages',
    description: 'Pages of one file; a longer file is refused.',
  },
  'ingest.maxExpandedBytes': {
    title: 'Largest unpacked size',
    description: 'Bytes of all parts of a packed file together.',
  },
  'ingest.maxEntries': {
    title: 'Most parts',
    description: 'Parts of a packed file.',
  },
  'ingest.maxExpansionRatio': {
    title: 'Largest expansion',
    description: 'How many times its packed size a part may unpack to.',
  },
  'ingest.maxDepth': {
    title: 'Deepest nesting',
    description: 'Elements inside each other in formats with markup.',
  },
  'ingest.reading': {
    title: 'Reading a file',
    description: 'What one file may cost; one that takes more is ended and refused alone.',
  },
  'ingest.reading.secondsAFile': {
    title: 'Seconds a file',
    description: 'That reading any file may take.',
  },
  'ingest.reading.secondsAMebibyte': {
    title: 'Seconds a MiB',
    description: 'That it may take in addition for each MiB of the file.',
  },
  'ingest.reading.mebibytes': {
    title: 'Most memory',
    description: 'MiB that the program may grow by while it reads a file.',
  },
  'ingest.ocr': {
    title: 'Text recognition',
    description: 'What scans and pictures are read with, where text recognition is on.',
  },
  'ingest.ocr.maxPages': {
    title: 'Most pages',
    description: 'Pages of one file that text is recognised on; a longer scan is refused.',
  },
  'ingest.ocr.maxPixels': {
    title: 'Most pixels',
    description: 'Pixels of one page; a larger picture is refused, and a page of a PDF is drawn coarser.',
  },
  'ingest.ocr.dpi': {
    title: 'Dots an inch',
    description: 'How finely a page of a PDF is drawn. More reads small print and is slower.',
  },
  'ingest.ocr.secondsAPage': {
    title: 'Time limit',
    description: 'Seconds; a page that takes longer is left out.',
  },
  'ingest.maxLineCharacters': {
    title: 'Longest line',
    description: 'Characters without white space after which a passage is cut all the same.',
  },
  'ingest.profile': {
    title: 'Chunk profile',
    description: 'The profile that new libraries are cut with.',
  },
  'ingest.profiles': {
    title: 'Chunk profiles',
    description: 'Ways to cut documents into passages, by name.',
  },
  'ingest.profiles.*': {
    title: 'Chunk profile',
    description: 'One way to cut documents into passages.',
  },
  'ingest.profiles.*.unit': {
    title: 'Unit',
    description: 'What size and overlap count: characters or tokens.',
  },
  'ingest.profiles.*.size': {
    title: 'Size',
    description: 'Longest passage.',
  },
  'ingest.profiles.*.minSize': {
    title: 'Least size',
    description: 'Shorter passages are joined with their neighbours; 0 for none.',
  },
  'ingest.profiles.*.overlap': {
    title: 'Overlap',
    description: 'How much of a passage the next one repeats; less than the size.',
  },
  retrieval: {
    title: 'Search',
    description: 'How candidates are found and their scores are joined.',
  },
  'retrieval.tau': {
    title: 'τ of LogAvgExp',
    description: 'How strongly the best piece of a query counts: 0 is the mean, more leans to the best.',
  },
  'retrieval.lengthSlope': {
    title: 'Length normalisation',
    description: 'How much long passages are held back, 0 to 1; 0 is off.',
  },
  'retrieval.fusion': {
    title: 'Fusion',
    description:
      'How the two lanes, words and meaning, are joined: weighted scores, ranks (rrf), or ranks and then a cross-encoder (rrf_rerank).',
  },
  'retrieval.rrfK': {
    title: 'k of reciprocal rank fusion',
    description: 'More makes the first ranks count less.',
  },
  'retrieval.weights': {
    title: 'Weights of the lanes',
    description: 'What each lane counts in the fusion called weighted.',
  },
  'retrieval.weights.vector': {
    title: 'Weight of meaning',
    description: 'What the vector lane counts beside the words, 0 to 1; empty: as the embedding model asks.',
  },
  'retrieval.weights.keyword': {
    title: 'Weight of words',
    description: 'What the keyword lane counts beside the meaning, 0 to 1; empty: as the embedding model asks.',
  },
  'retrieval.titleBoost': {
    title: 'Boost of titles',
    description: 'How much a passage gains when its title or heading carries the question’s words.',
  },
  'retrieval.definitionBoost': {
    title: 'Boost of definitions',
    description: 'How much a passage gains that defines what is asked for.',
  },
  'retrieval.thresholds': {
    title: 'Thresholds',
    description: 'Least score of a candidate, for each kind of score.',
  },
  'retrieval.thresholds.rrf': {
    title: 'Threshold of rank fusion',
    description: 'Least score by reciprocal ranks.',
  },
  'retrieval.thresholds.weighted': {
    title: 'Threshold of weighted fusion',
    description: 'Least weighted score, 0 to 1.',
  },
  'retrieval.thresholds.relevance': {
    title: 'Threshold of relevance',
    description: 'Least relevance, 0 to 1; when nothing reaches it, no answer is given.',
  },
  'retrieval.rankByFeatures': {
    title: 'Explained reranking',
    description:
      'Whether titles, definitions and how much of the question a passage has order what weights have joined.',
  },
  'retrieval.graphExpansion': {
    title: 'Passages beside',
    description:
      'Whether passages beside the best ones are candidates too: none, the next ones, those of the section, or of the document.',
  },
  'retrieval.graphCandidates': {
    title: 'Most passages beside',
    description: 'How many passages beside the best ones a search adds.',
  },
  'retrieval.indexPatienceMs': {
    title: 'Patience with the index',
    description:
      'Milliseconds for an answer of the index; then it is asked once more, and then the passages used most are shown. 0 waits without end.',
  },
  'retrieval.suggestions': {
    title: 'Suggestions',
    description: 'Topics of the library that are offered when nothing was found.',
  },
  'retrieval.conversationMemory': {
    title: 'Memory of conversations',
    description: 'Whose earlier exchanges a question may recall: none, its own conversation’s, or all.',
  },
  'retrieval.memoryCandidates': {
    title: 'Recalled exchanges',
    description: 'Most passages of earlier exchanges among the candidates.',
  },
  rerank: {
    title: 'Reranking',
    description: 'The second look at the best candidates.',
  },
  'rerank.timeoutMs': {
    title: 'Time limit',
    description: 'Milliseconds; beyond it the order of the search stays.',
  },
  'rerank.chatTopN': {
    title: 'Passages for an answer',
    description: 'How many of the best passages a quoted answer draws from.',
  },
  gate: {
    title: 'Evidence gate',
    description: 'Which candidates may speak (A3).',
  },
  'gate.maxCandidates': {
    title: 'Most candidates',
    description: 'How many candidates are judged.',
  },
  'gate.minCharacters': {
    title: 'Shortest passage',
    description: 'Characters; a shorter passage says nothing and is dropped.',
  },
  'gate.relevanceThreshold': {
    title: 'Least relevance',
    description: '0 to 1; what is less relevant is dropped.',
  },
  'gate.relativeThreshold': {
    title: 'Least share of the best',
    description: 'Share of the best candidate’s relevance that a candidate must reach, 0 to 1.',
  },
  'gate.nearDuplicateThreshold': {
    title: 'Near duplicates',
    description: 'Likeness, 0 to 1, from which two passages count as the same.',
  },
  'gate.contradictionSimilarity': {
    title: 'Contradictions',
    description: 'Likeness, 0 to 1, from which two passages with different figures count as contradicting.',
  },
  'gate.nliModel': {
    title: 'NLI model',
    description: 'Id of a model that judges whether passages contradict each other; empty for none.',
  },
  'gate.nliPairs': {
    title: 'Pairs for the NLI model',
    description: 'Most pairs of sentences that it reads for a question.',
  },
  'gate.nliThreshold': {
    title: 'Certainty of the NLI model',
    description: 'Least probability, 0 to 1, at which its word counts.',
  },
  'gate.nliTimeoutMs': {
    title: 'Time limit of the NLI model',
    description: 'Milliseconds; beyond it, it is left out.',
  },
  condense: {
    title: 'Condenser',
    description: 'How the selection becomes facts (A4).',
  },
  'condense.tokenBudget': {
    title: 'Token budget',
    description: 'Tokens of the condensed context.',
  },
  'condense.sentencesPerChunk': {
    title: 'Sentences a passage',
    description: 'How many sentences a passage may give.',
  },
  'condense.maxFacts': {
    title: 'Most facts',
    description: 'Lines of the condensed context.',
  },
  build: {
    title: 'Prompt',
    description: 'How the prompt is built.',
  },
  'build.tokenBudget': {
    title: 'Token budget',
    description: 'Tokens of the whole prompt.',
  },
  answer: {
    title: 'Answers',
    description: 'What is asked, how it is answered and how sure the answer is.',
  },
  'answer.minQuestionCharacters': {
    title: 'Shortest question',
    description: 'Characters.',
  },
  'answer.maxQuestionCharacters': {
    title: 'Longest question',
    description: 'Characters.',
  },
  'answer.maxPlaces': {
    title: 'Places quoted',
    description: 'Most places of an answer without a language model.',
  },
  'answer.maxCharacters': {
    title: 'Length of quotes',
    description: 'Most characters of an answer without a language model that is uncertain.',
  },
  'answer.sureCharacters': {
    title: 'Length of sure quotes',
    description: 'The same where the answer is probably right.',
  },
  'answer.leastCoverage': {
    title: 'Least share of the question',
    description:
      'Where a word of the question stands in no document, the best passage has to hold this share of the question.',
  },
  'answer.snippetCharacters': {
    title: 'Length of snippets',
    description: 'Most characters that a citation shows.',
  },
  'answer.minChunks': {
    title: 'Enough context',
    description: 'Passages above the threshold that an answer needs.',
  },
  'answer.bands': {
    title: 'Bands of confidence',
    description: 'From which confidence an answer is high, medium or low; they fall.',
  },
  'answer.bands.high': {
    title: 'High',
    description: 'Confidence, 0 to 1.',
  },
  'answer.bands.medium': {
    title: 'Medium',
    description: 'Confidence, 0 to 1.',
  },
  'answer.bands.low': {
    title: 'Low',
    description: 'Confidence, 0 to 1.',
  },
  'answer.agentsInChat': {
    title: 'Agents in chat',
    description: 'Whether the stages behind a chat answer ask the language model too; slower.',
  },
  'answer.supportShare': {
    title: 'Support of a sentence',
    description: 'Share of a cited sentence’s words that its passages must hold, 0 to 1.',
  },
  'answer.findSources': {
    title: 'Find sources',
    description: 'Whether Vitrine looks for the passage behind a sentence for which the model named none.',
  },
  'answer.foundShare': {
    title: 'Threshold of found sources',
    description: 'Share of such a sentence’s words that one passage must hold, 0 to 1.',
  },
  'answer.serverTries': {
    title: 'Tries',
    description: 'How often a busy model server is asked.',
  },
  'answer.maxWaitSeconds': {
    title: 'Longest wait',
    description: 'Seconds that a busy model server may ask to be left alone.',
  },
  'answer.silenceSeconds': {
    title: 'Longest silence',
    description:
      'Seconds without a word after which a model server counts as stuck; as many again for each 5,000 characters of the prompt.',
  },
  'answer.temperature': {
    title: 'Temperature',
    description: '0 gives the same answer again; more varies it.',
  },
  'answer.seed': {
    title: 'Seed',
    description: 'The same seed gives the same answer, where the server keeps to it.',
  },
  'answer.maxSelectedCharacters': {
    title: 'Longest selected text',
    description: 'Characters of a selection that goes along with a question.',
  },
  'answer.maxTokens': {
    title: 'Longest answer',
    description: 'Tokens that a language model may write.',
  },
  models: {
    title: 'Models',
    description: 'How long models on this computer stay in memory.',
  },
  'models.idleMinutes': {
    title: 'Rest before unloading',
    description: 'Minutes without use after which a model leaves memory; the next use opens it again. 0 keeps it.',
  },
} as const;
