/** Errors of the room contract, by code and by the details' `why`; `default` is said where there is none. */
export const contract = {
  'bad-request': {
    default: {
      message: 'The request does not fit.',
      hint: 'Change it and try again.',
    },
    input: {
      message: 'The request does not fit: {{issue}} ({{route}}).',
      hint: 'Change it and try again.',
    },
    'no-choices': {
      message: 'A column of this kind needs the choices that its answer is one of.',
      hint: 'Name them, one a line.',
    },
    'many-columns': {
      message: 'A table has at most {{most, number}} columns.',
      hint: 'Make another table for the rest.',
    },
    'kept-there': {
      message: '{{folder}} is where Vitrine keeps this model already.',
      hint: 'Nothing has to be done.',
    },
    'no-profile': {
      message: 'There is no chunk profile {{profile}}.',
      hint: 'Choose one of: {{profiles, or}}.',
    },
    'no-index-place': {
      message: '{{uri}} is no place for an index.',
      hint: 'Give an address such as s3://bucket/prefix, or none for the library folder.',
    },
    'index-place-given': {
      message: 'Where the index lies was decided when Vitrine was started.',
      hint: 'Start it without VITRINE_INDEX and without --index, then move the index.',
    },
    'own-model': {
      message: 'Questions about this library are measured with its own model, {{model}}.',
      hint: 'Leave the model out, or rebuild the library with the other one first.',
    },
    'no-answers': {
      message: 'This set has no answers to measure.',
      hint: 'Put an answers.json beside its corpus.jsonl (question id → list of spans), or leave answers out.',
    },
    'no-search-model': {
      message: '{{id}} is no model to search with.',
      hint: 'Its place is a limit: vitrine limits set gate.nliModel {{id}}',
    },
    'no-such-sets': {
      message: 'The others are not there.',
      hint: 'See vitrine evaluate sets for the keys.',
    },
    'no-folder': {
      message: '{{path}} is no folder.',
      hint: 'Watch the folder it is in.',
    },
    'holds-library': {
      message: 'The library itself lies in this folder: it would read its own copies.',
      hint: 'Watch a folder beside it.',
    },
    'figures-off': {
      message: 'No figures about use are kept here.',
      hint: 'Switch them on in Settings under Privacy, or with vitrine settings set figures.keep true',
    },
    'no-answer': {
      message: 'This run has no answer yet.',
      hint: 'Answer it first, then use the answer.',
    },
    'answer-complete': {
      message: 'This answer is complete.',
      hint: 'Ask it again, or ask another question.',
    },
    'same-name': {
      message: 'Two configurations are called {{name}}.',
      hint: 'Leave one out, or give it a name of its own.',
    },
    'not-in-result': {
      message: 'This result has no {{name}}.',
      hint: 'Choose something that it lists.',
    },
    'other-set': {
      message: 'The other result is of another set, or of the same with other documents or judgements: {{name}}.',
      hint: 'Measure both with the same set, then compare them.',
    },
    'no-model-name': {
      message: '{{name}} does not name a chat model.',
      hint: 'Write it as provider:model, such as ollama:smollm2:135m or openai:gpt-4o.',
    },
    'into-removed': {
      message: 'The documents cannot move to the collection that is removed.',
      hint: 'Name another one.',
    },
    'not-allowed-folder': {
      message: '{{path}} is not inside a folder that this server may add from.',
      hint: 'It may add from {{folders, list}}; start it with --allow-ingest FOLDER for another one.',
    },
    'no-backup-named': {
      message: 'No backup was named.',
      hint: 'Choose it in the dialog.',
    },
    restoring: {
      message: 'A backup is being restored.',
      hint: 'Wait for it.',
    },
    'no-exchange-here': {
      message: 'A library cannot be exchanged under this host.',
      hint: 'Close it and use vitrine restore, or restore into another folder.',
    },
    'not-part': {
      message: '{{name}} {{version}} is not part of Vitrine.',
      hint: 'See the list of licences.',
    },
    'nothing-named': {
      message: 'Nothing was named to delete.',
      hint: 'Name entries, a date, or all.',
    },
    rebuilding: {
      message: 'The index is being rebuilt already.',
      hint: 'Wait for it, or cancel it.',
    },
    'job-runs': {
      message: 'The ingest {{jobId}} runs already.',
      hint: 'Choose another id, or wait.',
    },
    key: {
      message: 'The key does not fit: {{issue}}.',
      hint: 'Copy it again, without spaces.',
    },
    unopened: {
      message: 'Nobody has opened {{path}} in this window.',
      hint: 'Drop the files into the window or choose them in the dialog.',
    },
    stranger: {
      message: 'The request does not come from the page of this window.',
      hint: 'Close the window and open Vitrine again.',
    },
    'no-path': {
      message: 'There is nothing at {{path}}.',
      hint: 'See what there is in GET /api/openapi.json.',
    },
    'no-file': {
      message: 'No file came with this call, or none with a name.',
      hint: 'Send it as the body with its name in the query, or as “file” of a form.',
    },
    'no-such-model': {
      message: 'No server that is set up has the model {{model}}.',
      hint: 'Choose one of GET /v1/models.',
    },
    'no-question': {
      message: 'The last message is no question of the user.',
      hint: 'Let the last message have the role user, and a text.',
    },
    'prompt-or-run': {
      message: 'Either a prompt or an earlier run is needed.',
      hint: 'Give prompt or runId, one of them.',
    },
    'not-json': {
      message: 'The body is no JSON.',
      hint: 'Send a JSON object.',
    },
    'body-shape': {
      message: 'The body is nested deeper than {{levels, number}} levels or has more than {{values, number}} values.',
      hint: 'Send less at once.',
    },
    'port-used': {
      message: 'Port {{port}} is in use.',
      hint: 'Choose another one with --port, or none.',
    },
  },
  'unknown-route': {
    default: {
      message: 'Window and engine are of different versions.',
      hint: 'Start Vitrine again.',
    },
  },
  'engine-down': {
    default: {
      message: 'The engine does not answer.',
      hint: 'Start Vitrine again if this stays so.',
    },
    closing: {
      message: 'Vitrine is closing this library.',
      hint: 'Open it again.',
    },
    stopped: {
      message: 'The engine stopped: {{said}}.',
      hint: 'It starts again by itself in a moment; then try once more.',
    },
    'stays-down': {
      message: 'The engine stopped {{deaths, number}} times within a minute and stays down: {{said}}.',
      hint: 'Close Vitrine and open it again. If it happens again, the log in the library folder says where.',
    },
    'connection-lost': {
      message: 'The connection to Vitrine was lost.',
      hint: 'Start “vitrine serve” again; this page reconnects by itself.',
    },
  },
  cancelled: {
    default: {
      message: 'Stopped on request.',
      hint: 'Start it again when you want it.',
    },
    unchanged: {
      message: 'Stopped on request.',
      hint: 'The library is as it was.',
    },
    rebuild: {
      message: 'The rebuild was stopped.',
      hint: 'What was embedded is kept: it goes on from there.',
    },
    closing: {
      message: 'Vitrine is closing.',
      hint: 'The next start does the rest.',
    },
    'not-watched': {
      message: 'This folder is no longer watched.',
      hint: 'Add it again.',
    },
  },
  internal: {
    default: {
      message: 'Something went wrong inside Vitrine.',
      hint: 'Try again. If it happens again, the log in the library folder says where.',
    },
    said: {
      message: 'Something went wrong inside Vitrine: {{said}}.',
      hint: 'Try again. If it happens again, the log in the library folder says where.',
    },
    'started-alone': {
      message: '{{file}} was started as a program.',
      hint: 'Start Vitrine with npm start.',
    },
  },
} as const;
