/** Tables of a place's catalogue beyond those of a folder. Times are the server's clock, Unix seconds. */
export const teamSchema: readonly string[] = [
  `CREATE TABLE team_place (
     place_id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     model_id TEXT NOT NULL,
     dimension INTEGER NOT NULL,
     profile TEXT NOT NULL,
     created_at TEXT NOT NULL
   )`,
  `CREATE TABLE team_members (
     member_id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     role TEXT NOT NULL,
     public_key TEXT NOT NULL,
     invited_at TEXT NOT NULL,
     revoked_at TEXT,
     signature TEXT NOT NULL
   )`,
  `CREATE TABLE team_desks (
     desk_id TEXT PRIMARY KEY,
     member_id TEXT NOT NULL,
     name TEXT NOT NULL,
     seen_at INTEGER NOT NULL,
     doing TEXT
   )`,
  // Work that only one desk does at a time, such as changing members.
  'CREATE TABLE team_leases (name TEXT PRIMARY KEY, desk_id TEXT NOT NULL, until INTEGER NOT NULL)',
  // The desk that is embedding a text: no other desk does it.
  'CREATE TABLE embedding_claims (key BLOB PRIMARY KEY, desk_id TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID',
];
