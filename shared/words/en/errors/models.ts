/** Errors of the room models, by code and by the details' `why`; `default` is said where there is none. */
export const models = {
  'model-missing': {
    default: {
      message: 'The model is not there.',
      hint: 'Get it, or choose another one.',
    },
    survey: {
      message: 'No language model is set up, and only one can be asked of every document.',
      hint: 'Set one up in Settings › Models and servers, or name one: ollama:NAME.',
    },
    'not-here': {
      message: '{{title}} is not on this computer.',
      hint: '{{get}}',
    },
    unknown: {
      message: 'No model is called {{id}}.',
      hint: 'Choose one of: {{known, or}}; or name a server’s: ollama:NAME.',
    },
    'wrong-job': {
      message: '{{title}} is made for something else.',
      hint: 'Choose a model made for it; the list of models names them.',
    },
    'none-set-up': {
      message: 'No model server is set up.',
      hint: 'Start Ollama.',
    },
    'not-kept': {
      message: 'Models are not kept here.',
      hint: 'Start Vitrine with a folder for models.',
    },
    'not-on-server': {
      message: '{{server}} does not have this model.',
      hint: 'Pull it first, or choose another one.',
    },
    'embedding-absent': {
      message: '{{server}} does not have {{model}}.',
      hint: 'Pull or load it there, or choose another embedding model.',
    },
    'pull-unknown': {
      message: 'Ollama’s library has no model {{model}}.',
      hint: 'Check its name at ollama.com/library.',
    },
    'pull-name': {
      message: '{{model}} is no name of a model.',
      hint: 'It looks like all-minilm or smollm2:135m; see ollama.com/library.',
    },
    'not-listed': {
      message: '{{id}} was pulled but is not listed.',
      hint: 'The list of models shows what is there.',
    },
    'no-server': {
      message: '{{server}} is not set up.',
      hint: 'Enter its address in the settings, or set {{variables}}.',
    },
    'no-named-server': {
      message: 'No server is called {{server}}.',
      hint: 'Add it in the settings, under Models and servers.',
    },
    'no-embeddings': {
      message: '{{server}} makes no embeddings.',
      hint: 'Choose an embedding model of another server.',
    },
    'no-embedding-model': {
      message: '{{id}} is not an embedding model.',
      hint: 'Choose one from the list of models.',
    },
    'no-cross-encoder': {
      message: 'No reranking model is in use, so nothing can be reranked.',
      hint: 'Get one and choose it, or leave the configuration with reranking out.',
    },
    'without-documents': {
      message: 'Only a language model can answer without your documents.',
      hint: 'Choose a language model, and ask again.',
    },
    'cannot-go-on': {
      message: 'The answer cannot go on without its model.',
      hint: 'Start the model, then continue the answer.',
    },
    'hub-lacks': {
      message: '{{host}} does not have this model (status {{status}}).',
      hint: 'Import it from a folder, or choose another one.',
    },
    'folder-unreadable': {
      message: '{{path}} cannot be read.',
      hint: 'Choose a folder that can be read.',
    },
    'half-model': {
      message: '{{path}} lacks {{files}} of a model.',
      hint: 'Copy the whole folder again from where it came, or download the model.',
    },
    'no-model-in-folder': {
      message: '{{path}} holds no model that Vitrine can run.',
      hint: 'A model’s folder holds tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx. A model that Vitrine does not list needs a config.json too: of an encoder whose vectors are its mean or first token, or of a cross-encoder of one label or of the three of entailment.',
    },
    'other-model': {
      message: '{{path}} does not hold {{id}}.',
      hint: 'Choose the folder of this model, or the folder that it lies in.',
    },
    'not-pulled': {
      message: '{{title}} is not a model to download.',
      hint: '{{get}}',
    },
    'not-downloaded': {
      message: '{{title}} is not among the models that Vitrine has downloaded.',
      hint: 'What comes with Vitrine stays. Remove others from their own folder, or take that folder off the list of model folders in the settings.',
    },
  },
  'model-damaged': {
    default: {
      message: 'The files of the model are damaged.',
      hint: 'Get the model again.',
    },
    file: {
      message: '{{path}} is missing or is not the file it should be.',
      hint: 'Get the model again.',
    },
    graph: {
      message: '{{path}} cannot be opened as a model, or is none of this kind: {{said}}.',
      hint: 'Get the model again, or correct its entry in models.json.',
    },
    'hub-wrong-checksum': {
      message: 'What came from {{host}} is not the file it should be (its checksum is wrong); it was thrown away.',
      hint: 'Try again later, or import {{repository}} from a folder.',
    },
    'wrong-file': {
      message: '{{file}} is not the file of {{title}} (its checksum is another).',
      hint: 'Copy the folder again from where it came, or download the model.',
    },
    'does-not-run': {
      message: '{{title}} does not run.',
      hint: 'Nothing was kept. Copy the folder again from where it came.',
    },
  },
  'model-failed': {
    default: {
      message: 'The model failed.',
      hint: 'Look at the log of its server, or ask without a model.',
    },
    stopped: {
      message: 'The model stopped: {{said}}.',
      hint: 'Try again; if it fails again, vitrine models doctor says what is wrong with it.',
    },
    closed: {
      message: 'The model has been closed.',
      hint: 'Open it again.',
    },
    'no-runtime': {
      message: 'The runtime for local models does not load: {{said}}.',
      hint: 'Install Vitrine again for this system.',
    },
    'wrong-output': {
      message: '{{id}} did not give what a model of its kind gives.',
      hint: 'Choose another model.',
    },
    'key-refused': {
      message: '{{server}} refused the key (status {{status}}).',
      hint: 'Check the API key, or ask without a model.',
    },
    status: {
      message: '{{server}} answered with status {{status}}.',
      hint: 'Look at its log, or ask without a model.',
    },
    'wrong-address': {
      message: '{{server}} is not at this address: there it says 404, not found.',
      hint: 'Check the address (with OpenAI’s API it mostly ends in /v1), or ask without a model.',
    },
    endless: {
      message: '{{server}} wrote on without an end, and was stopped.',
      hint: 'Check that the address leads to such a server, or ask without a model.',
    },
    'broke-off': {
      message: '{{server}} broke off in the middle of its answer.',
      hint: 'Ask again; if it happens again, look at its log, or ask without a model.',
    },
    'no-answer': {
      message: '{{server}} sent something that is no part of an answer.',
      hint: 'Check that the address leads to such a server, or ask without a model.',
    },
    'server-stopped': {
      message: '{{server}} stopped: {{said}}.',
      hint: 'Look at its log, or ask without a model.',
    },
    'embedding-key': {
      message: '{{server}} refused the key.',
      hint: 'Check its key in the settings, or choose another embedding model.',
    },
    'embedding-address': {
      message: '{{server}} is not at {{place}}: there it says 404, not found.',
      hint: 'Check its address (with OpenAI’s API it mostly ends in /v1), or choose another embedding model.',
    },
    'embedding-said': {
      message: '{{server}} answered with status {{status}}: {{said}}.',
      hint: 'Look at its log, or choose another embedding model.',
    },
    'embedding-status': {
      message: '{{server}} answered with status {{status}}.',
      hint: 'Look at its log, or choose another embedding model.',
    },
    'embedding-broke-off': {
      message: '{{server}} broke off in the middle of its answer.',
      hint: 'Try again; if it happens again, look at its log, or choose another embedding model.',
    },
    'embedding-none': {
      message: '{{server}} gave no vectors for {{model}}.',
      hint: 'Check that {{model}} makes embeddings, or choose another embedding model.',
    },
    'pull-no-internet': {
      message: 'Ollama cannot reach its library on the internet to get {{model}}.',
      hint: 'Check the connection of the computer that Ollama runs on, and try again. Without internet, make the model there from a file: ollama create.',
    },
    'pull-address': {
      message: 'Ollama is not at this address: there it says 404, not found.',
      hint: 'Correct it in the settings, such as http://127.0.0.1:11434.',
    },
    'pull-broke-off': {
      message: 'Ollama broke off while it pulled {{model}}.',
      hint: 'Pull it again: what is there already stays. If it happens again, look at the log of Ollama.',
    },
    'pull-failed': {
      message: 'Ollama could not pull {{model}}: {{said}}.',
      hint: 'Check the connection and the disk of the computer that Ollama runs on, and try again.',
    },
    'no-vector': {
      message: '{{id}} gave no usable vector.',
      hint: 'Choose another embedding model.',
    },
  },
  'model-unreachable': {
    default: {
      message: 'The model server does not answer.',
      hint: 'Start it, or ask without a model: the answer is then quoted from your documents.',
    },
    down: {
      message: '{{server}} does not answer at {{place}}.',
      hint: 'Start it, or ask without a model: the answer is then quoted from your documents.',
    },
    'hub-status': {
      message: '{{host}} answered with status {{status}}.',
      hint: 'Try again later, or import {{repository}} from a folder.',
    },
    'hub-unreachable': {
      message: '{{host}} cannot be reached, or broke off.',
      hint: 'Check the connection and download it again: what is there already stays. Or fetch {{repository}} on another computer and import its folder.',
    },
    'embedding-down': {
      message: '{{server}} does not answer at {{place}}.',
      hint: 'Start it, or choose another embedding model.',
    },
    'pull-address': {
      message: '{{url}} is no address of a server.',
      hint: 'Correct it in the settings, such as http://127.0.0.1:11434.',
    },
    'pull-down': {
      message: 'Ollama does not answer.',
      hint: 'Start Ollama, or correct its address in the settings.',
    },
    'no-address': {
      message: '{{url}} is no address of a server.',
      hint: 'Correct it, such as http://127.0.0.1:11434, or ask without a model.',
    },
  },
  'model-timeout': {
    default: {
      message: 'The model did not answer in time.',
      hint: 'Check that it is not stuck, or ask without a model.',
    },
    server: {
      message: '{{server}} at {{place}} did not answer in time.',
      hint: 'Check that it is not stuck, or ask without a model.',
    },
    local: {
      message: 'The model took too long.',
      hint: 'Raise the time limit, or ask for fewer texts.',
    },
    'hub-silent': {
      message: '{{host}} sends nothing any more.',
      hint: 'Download it again: it goes on where it stopped. Or import {{repository}} from a folder.',
    },
    'pull-silent': {
      message: 'Ollama has said nothing for a minute about pulling {{model}}.',
      hint: 'It may still be checking what has come: pull it again a little later; what is there already stays.',
    },
    'embedding-late': {
      message: '{{server}} at {{place}} gave no vectors in time.',
      hint: 'Check that it is not stuck, or choose another embedding model.',
    },
  },
  'rate-limited': {
    default: {
      message: 'The model server has too much to do.',
      hint: 'Try again a little later.',
    },
    wait: {
      message: '{{server}} has too much to do.',
      hint: 'Try again in {{seconds, number}} seconds.',
    },
    'hub-busy': {
      message: '{{host}} has too much to do.',
      hint: 'Try again in {{seconds}} seconds, or import {{repository}} from a folder.',
    },
  },
  offline: {
    default: {
      message: 'Offline mode is on: nobody was contacted.',
      hint: 'Switch offline mode off, or use a model on this computer.',
    },
    place: {
      message: '{{server}} at {{place}} was not contacted: offline mode is on.',
      hint: 'Switch offline mode off, or use a model on this computer.',
    },
    hub: {
      message: 'Offline mode is on: {{place}} was not contacted.',
      hint: 'Switch offline mode off, or import {{repository}} from a folder.',
    },
    index: {
      message: 'Offline mode is on: the index at {{place}} was not contacted.',
      hint: 'Switch offline mode off, or keep the index in the library folder.',
    },
    team: {
      message: 'Offline mode is on: the team place at {{place}} was not contacted.',
      hint: 'What has been synced can be searched and asked. Switch offline mode off to change it and to hear what others have changed.',
    },
    update: {
      message: 'Offline mode is on: {{place}} was not asked for updates.',
      hint: 'Switch offline mode off to look for updates.',
    },
    pull: {
      message: 'Offline mode is on: Ollama would get {{model}} from the internet.',
      hint: 'Switch offline mode off, or choose a model that is on this computer.',
    },
  },
  'update-none': {
    default: {
      message: 'There is nothing to update from here.',
      hint: 'Look for a newer version where you got Vitrine.',
    },
  },
  'update-unreachable': {
    default: {
      message: 'The place of the updates does not answer.',
      hint: 'Check the network and try again later.',
    },
  },
  'update-refused': {
    default: {
      message: 'This update was refused.',
      hint: 'Nothing was changed. Try again later; if it stays so, get Vitrine by another way, and tell who makes it.',
    },
    forged: {
      message: 'This update was refused: it is not signed by who makes Vitrine, or not what was signed.',
      hint: 'Nothing was changed. Try again later; if it stays so, get Vitrine by another way, and tell who makes it.',
    },
    cut: {
      message: 'This update was refused: a part of it is missing.',
      hint: 'Nothing was changed. Try again later; if it stays so, get Vitrine by another way, and tell who makes it.',
    },
    product: {
      message: 'This update was refused: it is another program’s.',
      hint: 'Nothing was changed. Try again later; if it stays so, get Vitrine by another way, and tell who makes it.',
    },
    older: {
      message: 'This update was refused: it is older than this Vitrine.',
      hint: 'Nothing was changed. Try again later; if it stays so, get Vitrine by another way, and tell who makes it.',
    },
    replayed: {
      message: 'This update was refused: a newer one was seen here before.',
      hint: 'Nothing was changed. Try again later; if it stays so, get Vitrine by another way, and tell who makes it.',
    },
    oversized: {
      message: 'This update was refused: it is larger than it says.',
      hint: 'Nothing was changed. Try again later; if it stays so, get Vitrine by another way, and tell who makes it.',
    },
    expired: {
      message: 'This update was refused: it is no longer valid. Or the clock of this computer is wrong.',
      hint: 'Nothing was changed. Try again later; if it stays so, get Vitrine by another way, and tell who makes it.',
    },
    retired: {
      message: 'This update was refused: the key that it is signed with is no longer used.',
      hint: 'Nothing was changed. Try again later; if it stays so, get Vitrine by another way, and tell who makes it.',
    },
  },
} as const;
