import type { Band, FileStatus, IngestPhase, StageActor, StageState } from '@shared/contract/index';
import type { StageId } from '@shared/stage-names';
import type { Verdict, ViewName } from '@shared/super-prompt';

const count = new Intl.NumberFormat('en');
const many = (n: number, one: string, other: string): string => `${count.format(n)} ${n === 1 ? one : other}`;

const stages: Record<StageId, { readonly name: string; readonly short: string; readonly verb: string }> = {
  A0_PreProcessing: { name: 'Pre-Processing', short: 'A0', verb: 'maps' },
  A2_PromptShaper: { name: 'Prompt Shaper', short: 'A2', verb: 'shapes' },
  Retrieval: { name: 'Retrieval', short: 'Find', verb: 'finds' },
  ReRanker: { name: 'ReRanker', short: 'Rank', verb: 'ranks' },
  A3_NLI_Gate: { name: 'NLI Gate', short: 'A3', verb: 'judges' },
  A4_Condenser: { name: 'Condenser', short: 'A4', verb: 'condenses' },
  A5_Format_Enforcer: { name: 'Format Enforcer', short: 'A5', verb: 'fixes the form' },
  Prompt_Builder: { name: 'Prompt Builder', short: 'Build', verb: 'builds' },
};

const stageStates: Record<StageState, string> = {
  waiting: 'waiting',
  ready: 'ready',
  running: 'running',
  done: 'done',
  stale: 'out of date',
  failed: 'failed',
};

const actors: Record<StageActor, { readonly short: string; readonly long: string }> = {
  deterministic: { short: 'rules', long: 'Done by rules alone.' },
  model: { short: 'model', long: 'A language model decided.' },
  default: { short: 'default', long: 'No language model: the deterministic default decided.' },
};

const verdicts: Record<Verdict, string> = {
  keep: 'kept',
  drop_irrelevant: 'not relevant',
  drop_duplicate: 'duplicate',
  drop_conflict: 'conflict',
};

const bands: Record<Band, string> = {
  high: 'Well supported',
  medium: 'Supported, with gaps',
  low: 'Weakly supported',
  'very-low': 'Barely supported',
};

const phases: Record<IngestPhase, string> = {
  waiting: 'Waiting',
  reading: 'Reading',
  chunking: 'Cutting into chunks',
  embedding: 'Embedding',
  writing: 'Writing the index',
  compacting: 'Tidying the index',
  done: 'Done',
};

const fileStatuses: Record<FileStatus, string> = {
  indexed: 'added',
  unchanged: 'unchanged',
  replaced: 'replaced',
  duplicate: 'same content as another file',
  failed: 'not added',
};

const views: Record<ViewName | 'prompt', string> = {
  retrieval: 'Find',
  reranked: 'Rank',
  a3: 'A3',
  a4: 'A4',
  prompt: 'Prompt',
};

/** Every sentence the interface says, in English. Short, plain, second person; numbers with their units. */
export const strings = {
  app: {
    name: 'Vitrine',
    rail: 'Rooms',
    rooms: { chat: 'Chat', stages: 'Stages', library: 'Library' },
    close: 'Close',
    showList: 'Show the list',
    resize: 'Drag to resize',
    casePane: 'Case',
    theme: { system: 'System', light: 'Light', dark: 'Dark' },
    themeButton: (now: string, next: string) => `Theme: ${now}. Change to ${next}.`,
    dropTitle: 'Drop to add to the library',
    dropHint: 'Files or whole folders. They are copied into the library; the originals stay as they are.',
    notifications: 'Notifications',
    dismiss: 'Dismiss',
    copy: 'Copy',
    copied: 'Copied',
    notes: (n: number) => many(n, 'note on how this was made', 'notes on how this was made'),
  },
  errors: {
    connectionLost: 'The connection to Vitrine was lost.',
    connectionLostHint: 'Start “vitrine serve” again; this page reconnects by itself.',
    uploadRefused: (name: string, status: number) => `“${name}” was not accepted (HTTP ${status}).`,
    engineDown: 'The engine does not answer.',
  },
  first: {
    title: 'Nothing in the case yet',
    text: 'Put documents in and ask about them. Answers quote their sources, and each of the eight steps behind an answer can be looked at. Nothing leaves this computer.',
    sample: 'Try the sample library',
    addFiles: 'Add files…',
    addFolder: 'Add a folder…',
    drop: 'Or drop files and folders anywhere in this window: text, Markdown and PDF.',
    drawing: 'Eight panes of glass with threads running through them',
  },
  library: {
    title: 'Library',
    all: 'All documents',
    collections: 'Collections',
    filter: 'Filter by title or path',
    addFiles: 'Add files…',
    addFolder: 'Add a folder…',
    delete: 'Delete',
    undo: 'Undo',
    deleted: (title: string, n: number) =>
      n === 1 ? `“${title}” is deleted.` : `${many(n, 'document', 'documents')} deleted.`,
    summary: (documents: number, chunks: number) =>
      `${many(documents, 'document', 'documents')} · ${many(chunks, 'chunk', 'chunks')}`,
    selected: (n: number) => `${count.format(n)} selected`,
    noneMatch: 'No document matches.',
    noneMatchHint: 'Clear the filter to see all of them.',
    clearFilter: 'Clear the filter',
    loading: 'Opening the library',
    table: 'Documents',
    columns: {
      title: 'Title',
      pages: 'Pages',
      chunks: 'Chunks',
      size: 'Size',
      state: 'State',
      collection: 'Collection',
      language: 'Language',
    },
    states: { ready: 'ready', processing: 'processing', failed: 'failed' },
    noPages: '–',
    model: 'Embedding model',
    location: 'Library folder',
    unhealthy: 'Needs attention',
  },
  ingest: {
    title: 'Adding to the library',
    phases,
    statuses: fileStatuses,
    cancel: 'Cancel',
    dismiss: 'Close the report',
    files: (done: number, total: number) => `${count.format(done)} of ${many(total, 'file', 'files')}`,
    chunks: (done: number, total: number) => `${count.format(done)} of ${many(total, 'chunk', 'chunks')}`,
    rate: (perSecond: number) =>
      `${perSecond >= 10 ? count.format(Math.round(perSecond)) : perSecond.toFixed(1)} chunks/s`,
    left: (time: string) => `${time} left`,
    finished: (files: number, time: string) => `${many(files, 'file', 'files')} in ${time}`,
    cancelled: 'Stopped. What was finished is kept.',
    failed: (n: number) => many(n, 'file was not added', 'files were not added'),
    skipped: (n: number) => many(n, 'hidden or unsupported file skipped', 'hidden or unsupported files skipped'),
    chunksNew: (n: number) => many(n, 'chunk', 'chunks'),
    showFiles: 'Show every file',
    hideFiles: 'Hide the files',
    progress: 'Progress',
  },
  chat: {
    title: 'Chat',
    conversations: 'Conversations',
    newChat: 'New chat',
    noConversations: 'Your conversations will be listed here.',
    deleteConversation: (title: string) => `Delete “${title}”`,
    messages: (n: number) => many(n, 'question', 'questions'),
    welcome: 'Ask your documents',
    welcomeText: 'Answers are made of what your documents say, with the passage behind every sentence.',
    tryOne: 'Try one of these',
    suggestions: [
      'Where does Vitrine keep my documents?',
      'What does the A3_NLI_Gate stage do?',
      'How do I use a model from Ollama?',
    ],
    placeholder: 'Ask about your documents',
    composer: 'Your question',
    send: 'Send',
    stop: 'Stop',
    keys: 'Enter to send, Shift+Enter for a new line',
    question: 'Question',
    answer: 'Answer',
    working: 'Looking through your documents',
    quoted: 'Quoted from your documents',
    written: (model: string) => `Written by ${model} from your documents`,
    fallback: 'Your documents do not answer this',
    tryInstead: 'What they do cover',
    incomplete: 'Stopped before the end',
    why: 'Why this answer?',
    whyNone: 'Why no answer?',
    copyAnswer: 'Copy answer',
    sources: 'Sources',
    confidence: 'Confidence',
    bands,
    percent: (share: number) => `${Math.round(share * 100)} %`,
    citation: (n: number, title: string, pages: string) => `Citation ${n}: ${title}${pages ? `, ${pages}` : ''}`,
    imageLeftOut: (alt: string) => `Image left out${alt ? `: ${alt}` : ''}`,
    stopped: 'Stopped.',
    askAgain: 'Ask again',
    took: (time: string) => time,
  },
  source: {
    title: 'Source',
    pages: (pages: readonly number[]) =>
      pages.length === 0
        ? ''
        : pages.length === 1
          ? `page ${pages[0]}`
          : `pages ${pages[0]}–${pages[pages.length - 1]}`,
    page: (page: number) => `Page ${page}`,
    chunk: (n: number) => `Chunk ${n}`,
    citationOf: (at: number, total: number) => `Citation ${at} of ${total}`,
    previous: 'Previous citation',
    next: 'Next citation',
    loading: 'Opening the document',
    gone: 'This passage is no longer in the document.',
    facts: (pages: number, chunks: number, size: string) =>
      [pages > 0 ? many(pages, 'page', 'pages') : '', many(chunks, 'chunk', 'chunks'), size]
        .filter(Boolean)
        .join(' · '),
    chunkBorders: 'Chunk borders',
    region: (title: string) => `Text of ${title}`,
  },
  stages: {
    title: 'Stages',
    runs: 'Runs',
    newRun: 'New run',
    noRuns: 'Every question and every prompt you run is kept here.',
    deleteRun: (prompt: string) => `Delete the run “${prompt}”`,
    done: (n: number) => `${n} of 8 stages`,
    prompt: 'Prompt',
    placeholder:
      'A question, or a structured prompt:\n\n# Task\nExplain how documents are kept\n\n# Format\nA checklist',
    runAll: 'Run all',
    stop: 'Stop',
    inspect: 'Inspect',
    panes: 'The eight stages',
    info: stages,
    states: stageStates,
    actors,
    paneLabel: (n: number, name: string, verb: string, state: string) => `Stage ${n}, ${name}, ${verb}: ${state}`,
    runsNow: 'Click to run this stage',
    again: 'Click to run this stage again',
    reasons: {
      empty: 'Write a prompt first.',
      busy: 'Another stage is running.',
      order: (name: string) => `Run ${name} first.`,
      changed: 'The prompt was changed: start with stage 1.',
    },
    emptyTitle: 'Eight panes between a question and its prompt',
    emptyText:
      'Write a prompt and run all stages, or one after the other with the keys 1 to 8. The threads show every chunk on its way into the prompt, and where the others were left behind.',
    ribbon: (found: number, used: number) =>
      `${many(found, 'chunk', 'chunks')} found, ${count.format(used)} in the prompt. The table below lists them all.`,
    ribbonTitle: 'Way of the chunks',
    saveSvg: 'Save as SVG',
    legend: {
      keep: 'in the prompt',
      irrelevant: 'not relevant',
      duplicate: 'duplicate',
      conflict: 'conflict',
      cut: 'beyond the limit',
      open: 'not decided yet',
    },
    views,
    verdicts,
    cut: 'beyond the limit',
    undecided: 'not decided yet',
    table: 'Candidates',
    columns: { title: 'Chunk', relevance: 'Relevance', score: 'Score', verdict: 'Verdict' },
    noCandidates: 'No chunks were found for this prompt.',
    openSource: 'Open the source',
    chunkOf: (title: string, index: number) => `${title} · chunk ${index + 1}`,
  },
  inspector: {
    title: 'Inspector',
    empty: 'Run a stage, and its state can be read here, field by field.',
    state: 'State',
    raw: 'Before the first stage',
    after: (n: number, name: string) => `After ${n} · ${name}`,
    tabs: { prompt: 'Prompt', fields: 'Fields', chunks: 'Chunks', decisions: 'Decisions', json: 'JSON' },
    origins: {
      S: 'System',
      P: 'Prompt',
      C: 'Condensed context',
      A: 'Attachments',
      H: 'Conversation',
      '': 'Joins',
    },
    characters: (n: number) => many(n, 'character', 'characters'),
    copyPrompt: 'Copy the prompt',
    copyJson: 'Copy the JSON',
    noPrompt: 'There is no prompt in this state. Prompt Builder writes it last.',
    noFields: 'Nothing has been filled in yet.',
    noChunks: 'No chunks are in this state. Retrieval adds them.',
    noDecisions: 'No stage has decided anything yet.',
    emptyValue: 'empty',
    items: (n: number) => many(n, 'entry', 'entries'),
    selected: 'in the prompt',
    showAllDecisions: (n: number) => `Show all ${count.format(n)}`,
    blocks: 'Where the text comes from',
  },
  /** Used where a value has no number to show. */
  none: '–',
} as const;

export const formatCount = (n: number): string => count.format(n);
