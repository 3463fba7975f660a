import { defaultCollection } from '@shared/collection-names';

/**
 * What a text is looked up by, in SQL: its length, and a dozen characters from its middle on, since many chunks begin
 * alike. The texts themselves would be in the file twice.
 *
 * @param text an expression
 */
export const markOfText = (text: string): string => `length(${text}) || substr(${text}, length(${text}) / 2, 12)`;

const timedColumns = ['retrieval_ms', 'rerank_ms', 'gate_ms', 'first_token_ms', 'answer_ms', 'total_ms'];

/**
 * The figures of a line of the log out of its JSON; none of a damaged one.
 *
 * @param line name of the row
 */
const figuresOfLine = (line: string, from = ''): string => {
  const read = (path: string) => `json_extract(${line}.entry, '$.${path}')`;
  return `SELECT ${line}.message_id, ${line}.created_at, ${read('conversationId')}, ${read('outcome')},
      -- What is told of a whole document answers no question, and has no confidence.
      iif(${read('outcome')} IN ('answered', 'incomplete') AND ${read('instruction')} IS NULL, ${read('band')}, NULL),
      ${read('model')}, ${read('tokens.prompt')}, ${read('tokens.answer')},
      json_array_length(${line}.entry, '$.citations'),
      ${read('timings.stages.Retrieval')}, ${read('timings.stages.ReRanker')}, ${read('timings.stages.A3_NLI_Gate')},
      ${read('timings.firstToken')},
      -- A greeting is answered without any step.
      iif(${read('outcome')} = 'greeting', NULL, ${read('timings.answer')}),
      iif(${read('outcome')} = 'greeting', NULL, ${read('timings.total')}),
      (SELECT json_group_array(DISTINCT json_extract(${line}.entry, fullkey || '.code'))
        FROM json_each(${line}.entry, '$.notices'))
    ${from} WHERE CASE WHEN json_valid(${line}.entry) THEN ${read('outcome')} END IS NOT NULL`;
};

/**
 * The catalogue's schema, as steps. A step is never edited once released: a change is a new step.
 * `PRAGMA user_version` holds the number of steps applied.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- What a file's bytes say, once for all paths that hold the same bytes.
  CREATE TABLE contents (
    content_id TEXT PRIMARY KEY,
    checksum TEXT NOT NULL,
    format TEXT NOT NULL,
    mime TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    stored_path TEXT NOT NULL,
    title TEXT,
    index_title TEXT NOT NULL,
    language TEXT NOT NULL,
    warnings TEXT NOT NULL,
    profile TEXT NOT NULL,
    chunks INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    -- Read where no embedding model was: found by words until one is there.
    unembedded INTEGER NOT NULL DEFAULT 0,
    pages TEXT NOT NULL,
    headings TEXT NOT NULL,
    -- Last: megabytes of a long table, which whatever stands behind them is read past.
    blocks TEXT NOT NULL
  );
  -- What is wanted of contents after every change, by itself, since they are long rows.
  CREATE INDEX contents_by_chunks ON contents (chunks);
  CREATE INDEX contents_by_checksum ON contents (checksum);
  CREATE INDEX contents_unembedded ON contents (content_id) WHERE unembedded = 1;
  CREATE TABLE texts (content_id TEXT PRIMARY KEY REFERENCES contents ON DELETE CASCADE, text TEXT NOT NULL);

  CREATE TABLE documents (
    document_id TEXT PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    collection TEXT NOT NULL,
    content_id TEXT REFERENCES contents DEFERRABLE INITIALLY DEFERRED,
    bytes INTEGER NOT NULL,
    state TEXT NOT NULL,
    error TEXT,
    warnings TEXT NOT NULL,
    created_at TEXT NOT NULL
  );
  CREATE INDEX documents_by_content ON documents (content_id);
  CREATE INDEX documents_by_collection ON documents (collection);

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
    word_count INTEGER NOT NULL,
    has_code INTEGER NOT NULL,
    has_equations INTEGER NOT NULL,
    language TEXT NOT NULL,
    -- What of the document's structure it covers.
    blocks TEXT NOT NULL
  );
  CREATE INDEX chunks_by_content ON chunks (content_id, position);
  -- Whether a text is still some chunk's.
  CREATE INDEX chunks_by_text ON chunks (${markOfText('text')});

  -- Vectors by sha256(model id + text), so that nothing is embedded twice (I9). With rows in the order of their coming: in
  -- the order of their keys each would have a page of overflow, and be on a page with none that came with it. 9,600 of 512
  -- numbers, 64 a transaction, write 16,500 pages so and 37,700 otherwise, and each desk of a team place takes in each.
  CREATE TABLE embeddings (key BLOB PRIMARY KEY, model TEXT NOT NULL, vector BLOB NOT NULL);
  CREATE INDEX embeddings_by_model ON embeddings (model);

  -- In how many chunks each term occurs, for the idf of a query's terms.
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
  -- Of which documents a run holds passages.
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
    -- A conversation with all its branches is a family; null: its own.
    family TEXT,
    branch_of TEXT
  );
  CREATE TABLE messages (
    message_id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
    position INTEGER NOT NULL,
    answer TEXT NOT NULL,
    -- Whether it is cut into memory_chunks: null not yet, 1 has been, 0 is never to be.
    remembered INTEGER,
    -- The first exchange that it is a copy of.
    origin TEXT
  );
  CREATE INDEX messages_by_conversation ON messages (conversation_id, position);

  -- Every exchange, greetings and fallbacks too (C9). Kept apart from conversations, which can be deleted alone.
  CREATE TABLE qa_logs (
    message_id TEXT PRIMARY KEY,
    request_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    entry TEXT NOT NULL
  );
  -- The log is read by pages and cleared by age.
  CREATE INDEX qa_logs_by_time ON qa_logs (created_at);

  -- They may be empty, and have a system prompt.
  CREATE TABLE collections (name TEXT PRIMARY KEY, system_prompt TEXT NOT NULL DEFAULT '') WITHOUT ROWID;

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

  -- The ingest queue: what is to be done, by job and file, and what became of it (docs/adr/0021).
  CREATE TABLE ingest_jobs (
    job_id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    state TEXT NOT NULL,
    paths TEXT NOT NULL,
    collection TEXT NOT NULL,
    profile TEXT NOT NULL,
    walked INTEGER NOT NULL DEFAULT 0,
    skipped INTEGER NOT NULL DEFAULT 0,
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
  -- Files that were on their way when a process ended without a word, and how often: one that ends it is set aside.
  CREATE TABLE ingest_deaths (path TEXT PRIMARY KEY, deaths INTEGER NOT NULL) WITHOUT ROWID;

  -- Evaluations on labelled sets: results only, the sets are no part of the library.
  CREATE TABLE evaluations (
    evaluation_id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    summary TEXT NOT NULL,
    data BLOB NOT NULL
  );

  -- What text was recognised on the pages of scans and pictures, with the place of each word.
  CREATE TABLE recognised_pages (
    checksum TEXT NOT NULL,
    method TEXT NOT NULL,
    page INTEGER NOT NULL,
    data TEXT NOT NULL
  );
  CREATE UNIQUE INDEX recognised_pages_by_file ON recognised_pages (checksum, method, page);
  `,
  // What a chunk's first items or rows stand under, where that is in an earlier chunk.
  "ALTER TABLE chunks ADD COLUMN lead TEXT NOT NULL DEFAULT ''",
  // When the file was last changed before it was read.
  'ALTER TABLE documents ADD COLUMN modified_at TEXT',
  `
  -- What figures are made of, a narrow row a line of the log: the lines themselves are long, and a log has many.
  CREATE TABLE qa_figures (
    message_id TEXT PRIMARY KEY REFERENCES qa_logs ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    conversation_id TEXT,
    outcome TEXT NOT NULL,
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
  -- A percentile is a place in one of these: all figures of 100,000 lines took 2.1 s by sorting, and 0.5 s so.
  ${timedColumns.map((column) => `CREATE INDEX qa_figures_by_${column} ON qa_figures (${column}, created_at);`).join('\n  ')}
  CREATE TRIGGER qa_figures_of_line AFTER INSERT ON qa_logs BEGIN
    INSERT INTO qa_figures ${figuresOfLine('new')};
  END;
  INSERT INTO qa_figures ${figuresOfLine('qa_logs', 'FROM qa_logs')};

  -- What a person did with an answer; kept apart from the log, whose lines are written again as an answer goes on. A
  -- branch's copy of an answer has the feedback of the first one.
  CREATE TABLE answer_feedback (
    message_id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    -- 1 or 0; null where nobody has said.
    helpful INTEGER,
    -- How often one of its citations was opened.
    opened INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE INDEX answer_feedback_by_conversation ON answer_feedback (conversation_id);
  `,
  `
  -- A document may be in several collections, and have several tags.
  CREATE TABLE document_collections (
    document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (document_id, name)
  ) WITHOUT ROWID;
  CREATE INDEX document_collections_by_name ON document_collections (name);
  INSERT INTO document_collections SELECT document_id, collection FROM documents WHERE collection <> '${defaultCollection}';
  DROP INDEX documents_by_collection;
  ALTER TABLE documents DROP COLUMN collection;
  -- The default collection has no rows: it is where documents are that are in no other.
  CREATE VIEW document_places AS SELECT document_id, name FROM document_collections
    UNION ALL SELECT document_id, '${defaultCollection}' FROM documents d
      WHERE NOT EXISTS (SELECT 1 FROM document_collections o WHERE o.document_id = d.document_id);
  CREATE TABLE document_tags (
    document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (document_id, name)
  ) WITHOUT ROWID;
  CREATE INDEX document_tags_by_name ON document_tags (name);
  -- The title by the file, where a person gave another one; null else.
  ALTER TABLE documents ADD COLUMN file_title TEXT;
  -- Words of a table are names and heads: no language was told well by them.
  UPDATE contents SET language = 'und' WHERE format IN ('csv', 'xlsx', 'ods');
  `,
  `
  -- The exchanges of a conversation are a tree, of which one path is shown; before, they were one after the other.
  ALTER TABLE messages ADD COLUMN parent TEXT;
  ALTER TABLE messages ADD COLUMN shown INTEGER NOT NULL DEFAULT 1;
  UPDATE messages SET parent = (SELECT p.message_id FROM messages p
    WHERE p.conversation_id = messages.conversation_id AND p.position < messages.position
    ORDER BY p.position DESC LIMIT 1);
  CREATE INDEX messages_by_parent ON messages (parent);
  ALTER TABLE conversations DROP COLUMN family;
  ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN folder TEXT;
  `,
  `
  -- Review tables: what is asked of which documents, and what was found, by document and column.
  CREATE TABLE review_tables (
    table_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    scope TEXT,
    filters TEXT,
    columns TEXT NOT NULL,
    filling TEXT NOT NULL DEFAULT 'idle'
  ) WITHOUT ROWID;
  CREATE TABLE review_cells (
    table_id TEXT NOT NULL REFERENCES review_tables ON DELETE CASCADE,
    document_id TEXT NOT NULL,
    column_id TEXT NOT NULL,
    -- What it was found in: a content, or nothing where a person wrote before anybody looked.
    content_id TEXT,
    found TEXT,
    edited TEXT,
    PRIMARY KEY (table_id, document_id, column_id)
  ) WITHOUT ROWID;
  CREATE INDEX review_cells_by_document ON review_cells (document_id);
  `,
  `
  -- Surveys: a question that a language model is asked of every document, and what it said of each. They go with the
  -- conversation of their answer.
  CREATE TABLE surveys (
    survey_id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    asked TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    state TEXT NOT NULL,
    -- How far it was when it was last told.
    progress TEXT NOT NULL,
    error TEXT,
    message_id TEXT
  ) WITHOUT ROWID;
  CREATE TABLE survey_replies (
    -- sha256 of everything that the model was asked with.
    key BLOB PRIMARY KEY,
    survey_id TEXT NOT NULL REFERENCES surveys ON DELETE CASCADE,
    -- What was read; null where replies of several contents were put together.
    content_id TEXT,
    reply TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX survey_replies_by_survey ON survey_replies (survey_id);
  CREATE INDEX survey_replies_by_content ON survey_replies (content_id);
  CREATE TRIGGER surveys_of_conversation AFTER DELETE ON conversations BEGIN
    DELETE FROM surveys WHERE conversation_id = old.conversation_id;
  END;
  -- The model that is asked where nothing was found in a review table.
  ALTER TABLE review_tables ADD COLUMN proposer TEXT;
  `,
  `
  -- Folders that every file of a job must really lie in, and links that led out of a folder that was added.
  ALTER TABLE ingest_jobs ADD COLUMN within TEXT;
  ALTER TABLE ingest_jobs ADD COLUMN links_outside TEXT NOT NULL DEFAULT '[]';
  -- Of a desk of a team place: what its index was made from.
  CREATE TABLE IF NOT EXISTS followed_contents (
    content_id TEXT PRIMARY KEY,
    mark TEXT NOT NULL,
    stored_path TEXT NOT NULL
  );
  `,
];
