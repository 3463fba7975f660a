/** Errors of the room evaluation, by code and by the details' `why`; `default` is said where there is none. */
export const evaluation = {
  'labelled-set-invalid': {
    default: {
      message: 'The labelled set does not fit.',
      hint: 'Use the BEIR layout: corpus.jsonl and queries.jsonl with _id and text, qrels as query-id, corpus-id, score.',
    },
    'has-changed': {
      message: '{{file}} is not the set that was measured: it has changed since.',
      hint: 'Measure it again, and open the question from the new result.',
    },
    'no-set': {
      message: '{{file}} cannot be read.',
      hint: 'Use a folder in the BEIR layout (corpus.jsonl, queries.jsonl, qrels) or a CSV file.',
    },
    'not-readable': {
      message: '{{file}} cannot be read.',
      hint: 'Check that the file is there and that you may read it.',
    },
    'same-id': {
      message: 'Line {{line}} of {{name}}: the _id “{{id}}” is that of line {{other}} too.',
      hint: 'Give each line one of its own.',
    },
    field: {
      message: 'Line {{line}} of {{name}}: the field {{field}} does not fit.',
      hint: 'Each line is an object with text and _id, a text or a whole number of at most 15 digits.',
    },
    'not-json': {
      message: 'Line {{line}} of {{name}}: this is not JSON.',
      hint: 'Write an object with _id and text into each line.',
    },
    'three-columns': {
      message: 'Line {{line}} of {{name}}: three columns are wanted.',
      hint: 'Write question id, document id and a number, with tabs between them.',
    },
    'no-corpus': {
      message: '{{file}} holds no corpus.jsonl.',
      hint: 'Choose the folder in which corpus.jsonl, queries.jsonl and qrels lie.',
    },
    'many-sets': {
      message: '{{file}} holds more than one set.',
      hint: 'Choose one of them: {{names}}.',
    },
    'no-split': {
      message: '{{file}} does not exist.',
      hint: 'The set has {{splits, list}}.',
    },
    'nothing-relevant': {
      message: '{{file}}: no question has a relevant document.',
      hint: 'Its first column holds ids of queries.jsonl, its last a number above 0 for what is relevant.',
    },
    'no-documents': {
      message: '{{file}} holds no document with a text.',
      hint: 'Each line is an object with _id and text.',
    },
    'no-queries': {
      message: '{{file}} holds no question.',
      hint: 'Each line is an object with _id and text.',
    },
    packed: {
      message: '{{file}} is packed.',
      hint: 'Unpack it (gunzip), and measure again.',
    },
    'too-large': {
      message: '{{file}} is larger than {{gigabytes}} GB.',
      hint: 'Leave documents out, and measure again.',
    },
    'none-in-corpus': {
      message: '{{file}}: no relevant document is in corpus.jsonl.',
      hint: 'Its second column holds ids of corpus.jsonl.',
    },
    'no-text': {
      message: '{{file}} is not text.',
      hint: 'Save the file as text in UTF-8.',
    },
    'no-qrels': {
      message: '{{file}}: the folder cannot be read.',
      hint: 'Put the judgements into qrels/test.tsv: question id, document id and a number in each line.',
    },
    'no-splits': {
      message: '{{file}} holds no .tsv file.',
      hint: 'Put the judgements into qrels/test.tsv: question id, document id and a number in each line.',
    },
    answers: {
      message: '{{file}} is no object of lists of texts.',
      hint: 'Write an object: question id → list of spans.',
    },
    'column-empty': {
      message: 'Line {{line}} of {{name}}: a column is empty.',
      hint: 'Write a question and the document to be found into each line.',
    },
    'two-columns': {
      message: 'Line {{line}} of {{name}}: it has more than two columns.',
      hint: 'Write a question and a document into each line, and put a cell with a comma into quotes. For a second document repeat the question.',
    },
    'named-columns': {
      message: 'Line {{line}} of {{name}}: it has more cells than the {{columns}} columns that the first line names.',
      hint: 'Put a cell with a comma into quotes. For a second document repeat the question.',
    },
    'no-document': {
      message: 'Line {{line}} of {{name}}: the library has no document “{{document}}”.',
      hint: 'Add it to the library, or name one that is there by its title, file name, path or id; the list of documents shows them.',
    },
    'no-documents-called': {
      message: '{{name}}: all {{number, number}} lines name a document that the library does not have ({{listed}}).',
      hint: 'Add the documents to the library, or name some that are there by title, file name, path or id; the list of documents shows them.',
    },
    'many-documents': {
      message: 'Line {{line}} of {{name}}: {{number, number}} documents are called “{{document}}”.',
      hint: 'Name it by its path or id.',
    },
    'no-question': {
      message: '{{file}} holds no question.',
      hint: 'Write a question and the document to be found into each line.',
    },
    'open-quotes': {
      message: 'Line {{line}} of {{name}}: a cell has quotes that do not close.',
      hint: 'Close them, and write quotes inside the cell twice.',
    },
  },
  'evaluation-not-found': {
    others: {
      message: 'The others are not kept here.',
      hint: 'See vitrine evaluate list for the ids.',
    },
    default: {
      message: 'This evaluation is not in the library.',
      hint: 'The list shows those that are kept; or measure again.',
    },
  },
} as const;
