/** Notices beside an answer, by code. Of several sayings the first counts whose values are all there. */
export const notices = {
  'links-outside': [
    'Links that lead out of the folder were passed over ({{links, number}}): {{names}}.',
    'Links that lead out of the folder were passed over.',
  ],
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
  'question-unread': [
    'The search model {{model}} does not read {{language}}: only the words of the question were searched for. A model that reads it can be chosen under Search models in Settings.',
    'The search model does not read the language of the question: only its words were searched for.',
  ],
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
  'survey-listed': 'The model did not put together what the documents say: each is listed with its own words.',
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

/** What was odd about a file but not fatal, by code. */
export const remarks = {
  'breaks-off': 'The document breaks off before its end; what is there was read.',
  'open-quotes': 'Some values have quotes that are not closed; check their rows.',
  'long-markdown': 'The Markdown is very long: headings, code and tables were looked for line by line.',
  'not-utf8': 'Bytes that are not valid UTF-8: {{bytes, number}}; U+FFFD (�) stands in their place.',
  'windows-1252': 'The text is not UTF-8; it was read as windows-1252 (Western European).',
  'encoding-guessed':
    'The text is not UTF-8; its encoding was guessed: {{encoding}}. Check that its letters are right.',
  'utf-16': 'The text does not name its encoding; it was read as UTF-16.',
  'half-character': 'The UTF-16 text ends in half a character; it was left out.',
  'slides-missing': '{{missing, number}} of {{slides, number}} slides are missing in the file.',
  'chapters-missing': '{{missing, number}} of the book’s chapters are missing in the file.',
  'parts-missing': '{{missing, number}} parts that the file names are missing in it.',
  'named-otherwise': 'The file is named .{{extension}} but is {{kind}}.',
  'unnamed-kind': 'The file is named without an extension but is {{kind}}.',
  'pdf-no-end': 'The PDF has no proper end; what could be saved was read.',
  'pages-unread': '{{unread, number}} of {{pages, number}} pages could not be read: {{said}}.',
  'pages-without-text': '{{empty, number}} of {{pages, number}} pages have no text; they may be blank or scanned.',
  recognised: 'Text recognition (OCR) read pages: {{pages, number}}. Single letters may be wrong.',
  'not-recognised': 'Pages that text recognition (OCR) could not read: {{pages}}, because {{reason}}.',
  'words-only':
    'Found by its words only: the embedding model is missing on this computer. It is embedded once the model is there.',
} as const;

/** What the status and a check say of the library, by code. */
export const health = {
  'index-whole': 'The index holds all {{chunks, number}} chunks.',
  'index-lacks':
    'The index holds {{indexed, number}} of {{chunks, number}} chunks: rebuild it in Settings under Storage, or with vitrine reindex.',
  'model-absent':
    'The files of the embedding model {{model}} are not on this computer: questions are answered by words alone. Get it again or choose another one in Settings under Search models, or with vitrine models.',
  'documents-words-only':
    'Found by their words only, documents: {{documents, number}}. They are embedded once the model is there; in the terminal vitrine reindex does it.',
  agree: 'Index and catalogue agree.',
  'catalogue-damaged':
    'Pages of the catalogue cannot be read: restore the library from a backup. Without one, add its documents to a new library, if need be from the copies in the folder uploads.',
  'figures-missing':
    'Pages of the catalogue cannot be read, and figures are missing here. Check the library in Settings under Storage or with vitrine status --check, and restore it from a backup.',
  repair: 'The library is not as it should be. Repair it in Settings under Storage, or with vitrine status --repair.',
  'content-malformed':
    '{{number, number}} documents have chunks that are blank, lost or not what the document says there.',
  'index-unreadable': 'The index cannot be read.',
  'rows-missing': '{{number, number}} chunks are missing in the index.',
  'rows-stray': '{{number, number}} rows of the index belong to no chunk.',
  'rows-twice': '{{number, number}} chunks stand in the index more than once.',
  'rows-malformed': '{{number, number}} rows of the index are not what the catalogue says.',
  'text-missing': '{{number, number}} chunks are not found by their own words.',
  'files-missing': '{{number, number}} stored files are gone; their text is still there.',
  'files-changed': '{{number, number}} stored files are not the bytes that were read.',
  'documents-lost':
    'The catalogue knows no document, but {{number, number}} stored files are there: it was lost or emptied. Nothing was removed. Read the files in again in the Library or with vitrine status --repair, or restore the library from a backup.',
  'files-stray': '{{number, number}} stored files belong to no document.',
  'profiles-mixed': '{{number, number}} documents are cut in another way than the index says.',
  'vectors-differ':
    'Of a sample, {{number, number}} texts have shared vectors that are not those of the search model. Ask who added them.',
  'profile-changed':
    'The numbers of the chunk profile have changed since the documents were cut: a rebuild cuts them anew, in Settings under Storage or with vitrine reindex.',
  'settings-unread': 'settings.json cannot be read. Defaults are used instead, and offline mode is on: {{said}}.',
  'settings-not-json': 'settings.json is not valid. Defaults are used instead, and offline mode is on: {{said}}.',
  'setting-unknown': 'settings.json was not understood at {{path}}: this version knows no such setting.',
  'setting-unfit': 'In settings.json {{issue}}: the default stands in.',
  writable: 'This Vitrine may change the library.',
  held: 'Another Vitrine has the library open: this one only reads it until it has ended.',
  exchanged:
    'The folder holds another library now, as from a backup: this Vitrine only reads the old one. Close it and open it again.',
  full: 'The disk of the library is full: this Vitrine reads, asks and deletes. New conversations are not kept until there is room.',
  'read-only':
    'The folder of the library may only be read: this Vitrine reads and asks. New conversations are not kept.',
  gone: 'The folder of the library is not there any more: this Vitrine only reads what it has open. Plug the disk in again or move the folder back; then open Vitrine again.',
  'model-works': '{{model}} works.',
  'server-answers': '{{server}} answers at {{place}}; models: {{models, number}}.',
  'server-lacks': '{{server}} answers at {{place}} but does not have {{models}}. Choose one that it has.',
  'server-lacks-pulled':
    '{{server}} answers at {{place}} but does not have {{models}}. Get it with vitrine models pull.',
} as const;
