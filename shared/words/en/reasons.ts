/**
 * Why stages decided as they did, in plain English, by the code of the reason: the engine's own words are for its log.
 * Of several sayings the first counts whose values are all there.
 */
export const reasons = {
  // A0: headers
  'mapped-exact': ['the heading has exactly this name'],
  'mapped-alias': ['the heading is another name for it'],
  'mapped-typo': ['the heading has this name, with a typing error'],
  'mapped-bilingual': ['the heading has this name in another language'],
  'mapped-template': ['the heading belongs to a known template'],
  'mapped-keyword': ['a keyword in the heading points to it'],
  'mapped-unknown': ['no rule fits the heading'],
  'nearest-meaning': ['closest in meaning to “{{phrase}}” ({{cosine, number}})'],
  'mapped-by-model': ['chosen by the model'],
  'unknown-header': ['no rule knows this heading'],
  'default-of-key': ['not given, so the default is used'],
  'task-rule': ['text without a heading is the task, or else its context'],
  'task-rule-no-task': ['no task was given, so this is taken as the task'],
  calculated: ['the question asks its table to be calculated with'],
  'route-files': ['it asks which documents there are'],
  'plan-proposed': ['proposed by {{model}}, as no reading of the question is sure: {{steps}}'],
  'plan-refused': ['{{model}} was asked how to calculate, and it is left at passages: {{reason}}'],
  'route-words': [
    'it asks about all documents: each is looked through for “{{about}}”',
    'it asks about all documents: each is looked through',
  ],
  'route-subject': [
    'it asks about all documents: each is judged by whether it is about “{{about}}”',
    'it asks about all documents',
  ],
  'route-value': [
    'it asks about all documents: each is asked “{{about}}”, and what it states is compared',
    'it asks about all documents: what each states is compared',
  ],
  // A2: choices
  stated: ['as stated'],
  'stated-nearest': ['“{{stated}}” was stated; “{{cue}}” brings it closest to this'],
  'stated-no-choice': ['“{{stated}}” was stated, which cannot be chosen, so the default is used'],
  cue: ['because of the words “{{cue}}”'],
  'no-cue': ['nothing in the question points elsewhere, so the default is used'],
  'by-model': ['chosen by the model'],
  'model-no-choice': ['the model said “{{said}}”, which cannot be chosen, so the default is used'],
  'model-not-used': ['the model was not used: {{reason}}', 'the model was not used'],
  'line-empty': ['it says nothing'],
  'line-too-long': ['it is too long'],
  'line-cites-nothing': ['it cites no chunk that is known'],
  'line-not-borne-out': ['its words are hardly found in the chunks it cites'],
  'line-invents': ['the chunks it cites do not contain {{word}}'],
  // Retrieval, ReRanker
  'language-by-words': ['recognised by its short, common words'],
  'language-by-letters': ['recognised by its letters'],
  'language-unread': ['{{model}} does not read the language of the question: only its words were searched for'],
  'route-all': ['it asks what all documents are about'],
  'route-place': [
    'it asks what the documents in “{{about}}” are about',
    'it asks what the documents of one place are about',
  ],
  'route-title': ['“{{about}}” as a whole: its title is named', 'its title is named'],
  'route-scope': [
    '“{{about}}” as a whole: these are the documents that are asked',
    'these are the documents that are asked',
  ],
  'route-cited': ['“{{about}}” as a whole: the conversation cited it last', 'the conversation cited it last'],
  'route-only': [
    '“{{about}}” as a whole: it is the only document that is asked',
    'it is the only document that is asked',
  ],
  'route-search': [
    '“{{about}}” as a whole: no title is named; it speaks most of what is',
    'no title is named; it speaks most of what is',
  ],
  'by-structure': ['a part of the document that is asked for as a whole'],
  'goes-on': ['the question goes on from the ones before it: it is searched for with these words of theirs'],
  acronym: ['the documents spell it out so: what has the one is found by the other'],
  'follow-up': ['the question finds nothing by itself, so it was read together with “{{title}}”'],
  'most-used': ['the index did not answer; this was among the best of {{uses, number}} searches'],
  'graph-neighbour': ['no search found it; it stands next to {{chunk}}'],
  'graph-section': ['no search found it; it is in the same section as {{chunk}}'],
  'graph-document': ['no search found it; it is in the same document as {{chunk}}'],
  'name-as-written': ['the question was read with the name as the documents write it'],
  'beyond-n2': ['not among the N2 candidates that are read a second time'],
  // A3: verdicts
  relevance: ['relevance {{relevance, number}}'],
  'below-threshold': ['relevance {{relevance, number}}, below the limit of {{threshold, number}}'],
  'below-share-of-best': [
    'relevance {{relevance, number}}, below {{threshold, number}}: {{percent, number}} % of the best one’s {{best, number}}',
  ],
  'beyond-cap': ['beyond the largest number of candidates'],
  'trivial-text': ['its text is empty or says nothing'],
  'out-of-scope': ['the library is not about this question'],
  'near-duplicate': ['{{percent, number}} % the same as {{chunk}}'],
  'differs-number': ['a number differs from {{chunk}}: “{{after}}” against “{{before}}”'],
  'differs-date': ['a date differs from {{chunk}}: “{{after}}” against “{{before}}”'],
  'nli-conflict': [
    'the NLI model is {{percent, number}} % sure that it contradicts {{chunk}}: “{{after}}” against “{{before}}”',
  ],
  'nli-supports': ['the NLI model is {{percent, number}} % sure that it supports what the task states'],
  'nli-refutes': ['the NLI model is {{percent, number}} % sure that it refutes what the task states'],
  'model-keeps': ['the model takes it for evidence'],
  'model-irrelevant': ['the model takes it for irrelevant'],
  'model-duplicate': ['the model takes it for a repetition'],
  'model-conflict': ['the model sees a contradiction to a better one'],
  // A4: room
  'not-selected': ['not in the selection'],
  'over-cap': ['more than {{most, number}} chunks are not used'],
  'no-room': [
    'its {{tokens, number}} tokens do not fit: of the {{room, number}} for passages, better ones leave too few',
  ],
  'tokens-counted': [
    'the passages take {{tokens, number}} of {{room, number}} tokens, counted for {{model}}',
    'the passages take {{tokens, number}} of {{room, number}} tokens',
  ],
  'tokens-estimated': [
    'the passages take about {{tokens, number}} of {{room, number}} tokens, estimated for {{model}}',
    'the passages take about {{tokens, number}} of {{room, number}} tokens',
  ],
  'earlier-exchange': ['an earlier exchange: it goes into the prompt beside the documents, and nothing rests on it'],
  // A5: form
  'read-from': ['read from {{source}}', 'read from the prompt'],
  'given-in-format': ['given in FORMAT'],
  'by-hand': ['set by hand'],
} as const;
