/** Notices beside an answer, by code. Of several sayings the first counts whose values are all there. */
export const notices = {
  'language-unread': [
    'The search model {{model}} does not read {{language}}: added documents in it ({{documents, number}}) are found by their words, hardly by what they mean. {{recommended}} reads it.',
    'The search model does not read the language of added documents: they are found by their words, hardly by what they mean.',
  ],
  'default-used': ['{{model}} was not used ({{reason}})', 'No language model was used'],
  'out-of-scope': ['Nothing in the library is clearly about this.'],
  'document-taken': [
    '“{{title}}” was taken; others that could be meant: {{others, number}}. Name one by its title, or ask only it.',
    'Other documents could be meant. Name one by its title, or ask only it.',
  ],
  'document-unnamed': ['Several documents could be meant. Name one by its title, or ask only it.'],
  'no-reranker': ['No reranking model is in use: the order of Find was kept.'],
  'nli-failed': [
    'The NLI model was not used ({{reason}}): contradictions were looked for in numbers, dates and negations only.',
    'The NLI model was not used: contradictions were looked for in numbers, dates and negations only.',
  ],
  'rerank-failed': [
    'The reranking model was not used ({{reason}}): the order of Find was kept.',
    'The reranking model was not used: the order of Find was kept.',
  ],
  'format-broken': ['JSON was asked for, and the answer is not valid JSON. Write it again, or ask a larger model.'],
  'format-breaks-schema': [
    'The answer does not fit the schema in FORMAT ({{breach}}). Write it again, or ask a larger model.',
    'The answer does not fit the schema in FORMAT. Write it again, or ask a larger model.',
  ],
  'format-repaired': [
    'The first answer of {{model}} did not have the form asked for: this is what it wrote when asked again.',
    'The first answer did not have the form asked for: this is what the model wrote when asked again.',
  ],
  'format-not-repaired': [
    '{{model}} was asked once more for the form, and did not keep to it then either.',
    'The model was asked once more for the form, and did not keep to it then either.',
  ],
  'format-not-quoted': [
    'JSON was asked for, but quoted sentences are no JSON: choose a language model to have the answer written so.',
  ],
  'format-schema-unusable': [
    'The schema in FORMAT cannot be used: {{problem}}. The answer is asked for without it.',
    'The schema in FORMAT cannot be used. The answer is asked for without it.',
  ],
  'format-schema-refused': [
    '{{model}} does not take the schema in FORMAT: it was asked for in words only.',
    'The model does not take the schema in FORMAT: it was asked for in words only.',
  ],
  'format-schema-unchecked': [
    'The answer is to keep to {{keywords}} of the schema in FORMAT; this is not checked.',
    'Parts of the schema in FORMAT are asked for, but not checked.',
  ],
  'semantic-unavailable': [
    'Headings could not be mapped by meaning ({{reason}}): the rules alone mapped them.',
    'Headings could not be mapped by meaning: the rules alone mapped them.',
  ],
  'spelling-corrected': [
    'No document has “{{word}}”, which stands earlier in the conversation: “{{term}}” was searched for. Put {{quoted}} behind the question to search for it as it stands.',
    'No document has “{{word}}”: “{{term}}” was searched for. Put the word in quotation marks to search for it as it stands.',
    'A word that no document has was corrected.',
  ],
  'index-slow': [
    'The index did not answer within {{milliseconds, number}} ms, twice: these are the passages that were used most, not what was searched for.',
    'The index did not answer in time, twice: these are the passages that were used most, not what was searched for.',
  ],
  'without-documents': ['Nothing was searched: an answer without your documents was asked for.'],
  'keyword-only': ['Searched by words only, because the embedding model could not be used.'],
  'dropped-for-budget': [
    'Not all kept chunks found room; left out: {{chunks, number}}.',
    'Not all kept chunks found room.',
  ],
  'prompt-over-budget': [
    'The prompt has {{tokens, number}} tokens, more than the {{budget, number}} allowed: it was sent all the same, since nothing can be left out.',
    'Question, conversation and context take up to {{frame, number}} of the {{budget, number}} tokens of a prompt; the passages may take half of them all the same.',
    'The prompt is longer than allowed.',
  ],
  'prompt-too-long': [
    'Prompt and answer need {{needed, number}} tokens, and {{model}} takes {{tokens, number}}: choose a model with a larger context, or lower the limits.',
    'Prompt and answer are too long for the model.',
  ],
  'passages-dropped': [
    'Passages left out because not all found room, the least relevant first: {{names}}.',
    'Not all passages found room; the least relevant were left out.',
  ],
  'conversation-dropped': ['The earlier questions and answers were left out, because they found no room.'],
  'context-limited': [
    '{{model}} takes {{tokens, number}} tokens, not the {{asked, number}} asked for.',
    'The model takes fewer tokens than asked for.',
  ],
  stopped: ['Stopped: the answer is not complete.'],
  'model-failed': ['{{model}} gave no answer: the documents are quoted instead.', 'The model failed.'],
  'answer-cut': [
    '{{model}} was stopped at the limit of {{tokens, number}} tokens: continue the answer, or allow a longer one.',
    'The answer was stopped at its limit: continue it, or allow a longer one.',
  ],
  'citation-missing': [
    'The model named no source for its answer, although it was given passages: nothing ties it to your documents. Check it against them, or ask again without a model for quoted sentences.',
  ],
  'citation-removed': [
    'The model cited {{markers}}, which is not in the prompt: removed.',
    'The model cited something that is not in the prompt: removed.',
  ],
} as const;
