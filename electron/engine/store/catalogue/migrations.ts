import { defaultCollection } from '@shared/collection-names';

/** Returns SQL for a short key of a text (an expression). An index of whole texts would store them twice. */
export const markOfText = (text: string): string => `length(${text}) || substr(${text}, length(${text}) / 2, 12)`;

const timedColumns = ['retrieval_ms', 'rerank_ms', 'gate_ms', 'first_token_ms', 'answer_ms', 'total_ms'];

const fromEntry = (path: string) => `json_extract(new.entry, '$.${path}')`;

/** The steps of the catalogue's schema, counted by `PRAGMA user_version`. A released step is never edited. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- The content of a file, stored once for all paths that hold the same bytes.
  CREATE TABLE contents (
    content_id TEXT PRIMARY KEY,
    checksum TEXT NOT NULL,
    format TEXT NOT NULL,
    mime TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    stored_path TEXT NOT NULL,
    -- A JSON object: title, language and what else the document states about itself (shared/document-facts).
    facts TEXT NOT NULL,
    index_title TEXT NOT NULL,
    warnings TEXT NOT NULL,
    profile TEXT NOT NULL,
    chunks INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    -- 1 if it was read without an embedding model: only words find it until a model is there.
    unembedded INTEGER NOT NULL DEFAULT 0,
    pages TEXT NOT NULL,
    headings TEXT NOT NULL,
    -- The last column: a long table takes megabytes, and SQLite reads past them to reach a column behind.
    blocks TEXT NOT NULL
  );
  -- Rows of contents are long. The indexes answer what is read after every change.
  CREATE INDEX contents_by_chunks ON contents (chunks);
  CREATE INDEX contents_by_checksum ON contents (checksum);
  CREATE INDEX contents_unembedded ON contents (content_id) WHERE unembedded = 1;
  CREATE TABLE texts (content_id TEXT PRIMARY KEY REFERENCES contents ON DELETE CASCADE, text TEXT NOT NULL);

  CREATE TABLE documents (
    document_id TEXT PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    -- The title that the file gives, if a person has changed it; otherwise null.
    file_title TEXT,
    content_id TEXT REFERENCES contents DEFERRABLE INITIALLY DEFERRED,
    bytes INTEGER NOT NULL,
    state TEXT NOT NULL,
    error TEXT,
    warnings TEXT NOT NULL,
    created_at TEXT NOT NULL,
    -- The time of the file's last change before it was read.
    modified_at TEXT
  );
  CREATE INDEX documents_by_content ON documents (content_id);

  -- A collection may be empty.
  CREATE TABLE collections (name TEXT PRIMARY KEY, system_prompt TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
  -- A document may be in several collections, and have several tags.
  CREATE TABLE document_collections (
    document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (document_id, name)
  ) WITHOUT ROWID;
  CREATE INDEX document_collections_by_name ON document_collections (name);
  -- The default collection has no rows: it holds the documents that are in no other collection.
  CREATE VIEW document_places AS SELECT document_id, name FROM document_collections
    UNION ALL SELECT document_id, '${defaultCollection}' FROM documents d
      WHERE NOT EXISTS (SELECT 1 FROM document_collections o WHERE o.document_id = d.document_id);
  CREATE TABLE document_tags (
    document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (document_id, name)
  ) WITHOUT ROWID;
  CREATE INDEX document_tags_by_name ON document_tags (name);

  CREATE TABLE chunks (
    chunk_id TEXT PRIMARY KEY,
    content_id TEXT NOT NULL REFERENCES contents ON DELETE CASCADE,
    position INTEGER NOT NULL,
    text TEXT NOT NULL,
    start_char INTEGER NOT NULL,
    end_char INTEGER NOT NULL,
    token_count INTEGER NOT NULL,
    pages TEXT NOT NULL,
    headings TEXT NOT NULL,
    -- The line above the chunk's first items or rows, if that line is in an earlier chunk.
    lead TEXT NOT NULL DEFAULT '',
    word_count INTEGER NOT NULL,
    has_code INTEGER NOT NULL,
    has_equations INTEGER NOT NULL,
    language TEXT NOT NULL,
    -- The blocks of the document that the chunk covers.
    blocks TEXT NOT NULL
  );
  CREATE INDEX chunks_by_content ON chunks (content_id, position);
  -- Tells quickly if any chunk still has a text.
  CREATE INDEX chunks_by_text ON chunks (${markOfText('text')});

  -- Vectors by sha256(model id + text), so that nothing is embedded twice (I9). Rows are in the order of their arrival. In
  -- the order of their keys each row needs a page of overflow, on a page of rows that arrived at other times. 9,600
  -- vectors of 512 numbers, 64 a transaction, write 16,500 pages this way and 37,700 the other. Each desk of a team place
  -- reads every page.
  CREATE TABLE embeddings (key BLOB PRIMARY KEY, model TEXT NOT NULL, vector BLOB NOT NULL);
  CREATE INDEX embeddings_by_model ON embeddings (model);

  -- The number of chunks in which each term occurs, for the idf of a query's terms.
  CREATE TABLE terms (term TEXT PRIMARY KEY, chunks INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE runs (
    run_id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    prompt TEXT NOT NULL,
    stages_done INTEGER NOT NULL,
    ms REAL NOT NULL,
    data BLOB NOT NULL
  );
  CREATE INDEX runs_by_time ON runs (created_at);
  -- The documents whose passages a run holds.
  CREATE TABLE run_documents (
    document_id TEXT NOT NULL,
    run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
    PRIMARY KEY (document_id, run_id)
  ) WITHOUT ROWID;
  CREATE INDEX run_documents_by_run ON run_documents (run_id);

  CREATE TABLE conversations (
    conversation_id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    branch_of TEXT,
    pinned INTEGER NOT NULL DEFAULT 0,
    folder TEXT
  );
  -- The exchanges of a conversation are a tree. One path through it is shown.
  CREATE TABLE messages (
    message_id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
    position INTEGER NOT NULL,
    parent TEXT,
    shown INTEGER NOT NULL DEFAULT 1,
    answer TEXT NOT NULL,
    -- Null if it has no memory_chunks yet, 1 if it has, 0 if it never gets any.
    remembered INTEGER,
    -- The first exchange of which it is a copy.
    origin TEXT
  );
  CREATE INDEX messages_by_conversation ON messages (conversation_id, position);
  CREATE INDEX messages_by_parent ON messages (parent);
  -- Exchanges as chunks: a projection of messages.
  CREATE TABLE memory_chunks (
    message_id TEXT NOT NULL REFERENCES messages ON DELETE CASCADE,
    position INTEGER NOT NULL,
    chunk_id TEXT NOT NULL,
    checksum TEXT NOT NULL,
    text TEXT NOT NULL,
    searchable TEXT NOT NULL,
    start_char INTEGER NOT NULL,
    end_char INTEGER NOT NULL,
    token_count INTEGER NOT NULL,
    word_count INTEGER NOT NULL,
    has_code INTEGER NOT NULL,
    has_equations INTEGER NOT NULL,
    language TEXT NOT NULL,
    PRIMARY KEY (message_id, position)
  ) WITHOUT ROWID;
  CREATE INDEX memory_by_searchable ON memory_chunks (searchable);

  -- Every exchange, greetings and fallbacks too (C9). Deleting a conversation leaves its lines here.
  CREATE TABLE qa_logs (
    message_id TEXT PRIMARY KEY,
    request_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    entry TEXT NOT NULL
  );
  -- The log is read page by page, and old lines are deleted.
  CREATE INDEX qa_logs_by_time ON qa_logs (created_at);
  -- The figures of each line of the log in a narrow row: the lines are long, and there are many.
  CREATE TABLE qa_figures (
    message_id TEXT PRIMARY KEY REFERENCES qa_logs ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    conversation_id TEXT,
    outcome TEXT NOT NULL,
    way TEXT,
    band TEXT,
    model TEXT,
    prompt_tokens INTEGER,
    answer_tokens INTEGER,
    citations INTEGER,
    retrieval_ms REAL,
    rerank_ms REAL,
    gate_ms REAL,
    first_token_ms REAL,
    answer_ms REAL,
    total_ms REAL,
    notices TEXT NOT NULL
  );
  CREATE INDEX qa_figures_by_conversation ON qa_figures (conversation_id, created_at);
  -- Percentiles read these: all figures of 100,000 lines take 2.1 s by sorting and 0.5 s by the indexes.
  ${timedColumns.map((column) => `CREATE INDEX qa_figures_by_${column} ON qa_figures (${column}, created_at);`).join('\n  ')}
  -- A damaged line has no figures.
  CREATE TRIGGER qa_figures_of_line AFTER INSERT ON qa_logs BEGIN
    INSERT INTO qa_figures SELECT new.message_id, new.created_at, ${fromEntry('conversationId')}, ${fromEntry('outcome')}, ${fromEntry('way')},
      -- Where nothing was found, nothing has a confidence.
      iif(${fromEntry('outcome')} = 'nothing' OR ${fromEntry('way')} = 'help', NULL, ${fromEntry('band')}),
      ${fromEntry('model')}, ${fromEntry('tokens.prompt')}, ${fromEntry('tokens.answer')},
      json_array_length(new.entry, '$.citations'),
      ${fromEntry('timings.stages.Retrieval')}, ${fromEntry('timings.stages.ReRanker')}, ${fromEntry('timings.stages.A3_NLI_Gate')},
      ${fromEntry('timings.firstToken')},
      -- A greeting is answered without any step.
      iif(${fromEntry('way')} = 'help', NULL, ${fromEntry('timings.answer')}),
      iif(${fromEntry('way')} = 'help', NULL, ${fromEntry('timings.total')}),
      (SELECT json_group_array(DISTINCT json_extract(new.entry, fullkey || '.code'))
        FROM json_each(new.entry, '$.notices'))
    WHERE CASE WHEN json_valid(new.entry) THEN ${fromEntry('outcome')} END IS NOT NULL;
  END;
  -- A person's feedback. It is apart from the log, whose lines are written again while an answer continues. The copy of an
  -- answer in a branch has the feedback of the first one.
  CREATE TABLE answer_feedback (
    message_id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    -- 1 or 0; null if nobody has rated the answer.
    helpful INTEGER,
    -- How often one of its citations was opened.
    opened INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE INDEX answer_feedback_by_conversation ON answer_feedback (conversation_id);

  -- The ingest queue: jobs, their files and the outcomes (docs/adr/0021).
  CREATE TABLE ingest_jobs (
    job_id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    state TEXT NOT NULL,
    paths TEXT NOT NULL,
    -- The folders in which every file of the job must really be.
    within TEXT,
    collection TEXT NOT NULL,
    profile TEXT NOT NULL,
    walked INTEGER NOT NULL DEFAULT 0,
    skipped INTEGER NOT NULL DEFAULT 0,
    -- Links that lead out of a folder that was added.
    links_outside TEXT NOT NULL DEFAULT '[]',
    embedded INTEGER NOT NULL DEFAULT 0,
    cached INTEGER NOT NULL DEFAULT 0,
    ms INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    created_at TEXT NOT NULL,
    ended_at TEXT
  ) WITHOUT ROWID;
  CREATE TABLE ingest_files (
    job_id TEXT NOT NULL REFERENCES ingest_jobs ON DELETE CASCADE,
    path TEXT NOT NULL,
    position INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    stage TEXT NOT NULL,
    report TEXT,
    PRIMARY KEY (job_id, path)
  ) WITHOUT ROWID;
  CREATE INDEX ingest_files_by_turn ON ingest_files (job_id, stage, position);
  -- Files that were being read when a process died, and how often. A file that kills the process again is set aside.
  CREATE TABLE ingest_deaths (path TEXT PRIMARY KEY, deaths INTEGER NOT NULL) WITHOUT ROWID;

  -- The text that was recognised on the pages of scans and pictures, with the position of each word.
  CREATE TABLE recognised_pages (
    checksum TEXT NOT NULL,
    method TEXT NOT NULL,
    page INTEGER NOT NULL,
    data TEXT NOT NULL
  );
  CREATE UNIQUE INDEX recognised_pages_by_file ON recognised_pages (checksum, method, page);

  -- Results of evaluations. The labelled sets are not part of the library.
  CREATE TABLE evaluations (
    evaluation_id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    summary TEXT NOT NULL,
    data BLOB NOT NULL
  );

  -- Review tables: questions about documents, and a value for each document and column.
  CREATE TABLE review_tables (
    table_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    scope TEXT,
    filters TEXT,
    columns TEXT NOT NULL,
    -- The model that is asked for values that the rules do not find.
    proposer TEXT,
    filling TEXT NOT NULL DEFAULT 'idle'
  ) WITHOUT ROWID;
  CREATE TABLE review_cells (
    table_id TEXT NOT NULL REFERENCES review_tables ON DELETE CASCADE,
    document_id TEXT NOT NULL,
    column_id TEXT NOT NULL,
    -- The content in which the value was found; null if a person wrote a value before the first search.
    content_id TEXT,
    found TEXT,
    edited TEXT,
    PRIMARY KEY (table_id, document_id, column_id)
  ) WITHOUT ROWID;
  CREATE INDEX review_cells_by_document ON review_cells (document_id);

  -- Surveys: a language model reads every document with one question. A survey is deleted with the conversation of its
  -- answer.
  CREATE TABLE surveys (
    survey_id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    asked TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    state TEXT NOT NULL,
    -- The last reported progress.
    progress TEXT NOT NULL,
    error TEXT,
    message_id TEXT
  ) WITHOUT ROWID;
  CREATE TABLE survey_replies (
    -- sha256 of the model and all its input.
    key BLOB PRIMARY KEY,
    survey_id TEXT NOT NULL REFERENCES surveys ON DELETE CASCADE,
    -- The content that was read; null for a summary of the replies of several contents.
    content_id TEXT,
    reply TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX survey_replies_by_survey ON survey_replies (survey_id);
  CREATE INDEX survey_replies_by_content ON survey_replies (content_id);
  CREATE TRIGGER surveys_of_conversation AFTER DELETE ON conversations BEGIN
    DELETE FROM surveys WHERE conversation_id = old.conversation_id;
  END;

  -- The contents from which a desk of a team place has made its index.
  CREATE TABLE followed_contents (
    content_id TEXT PRIMARY KEY,
    mark TEXT NOT NULL,
    stored_path TEXT NOT NULL
  );
  `,
];
