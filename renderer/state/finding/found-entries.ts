import { Index } from 'flexsearch';
import { useEffect, useMemo, useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { useChat } from '../chat/chat';
import { useLibrary } from '../library/library';
import { usePalette } from '../shell';
import { useTables } from '../tables';
import {
  commandEntries,
  conversationEntry,
  documentEntry,
  headingEntry,
  type PaletteEntry,
  passagesEntry,
  settingEntries,
  tableEntry,
} from './palette-entries';

const shownOfEach = 6;

export function useFoundEntries(query: string): readonly PaletteEntry[] {
  const recent = usePalette((state) => state.recent);
  const commands = useMemo(commandEntries, []);
  const settings = useMemo(settingEntries, []);
  const { talks, sheets, papers, find } = useNamed();
  const findAll = [useTitles(commands), useTitles(settings), ...find];

  if (query.trim() === '') {
    const all = [...commands, ...settings, ...talks, ...sheets, ...papers];
    const lately = recent.flatMap((id) => all.find((entry) => entry.id === id) ?? []);
    const first = new Set(lately.map(({ id }) => id));
    return [
      ...lately.map((entry) => ({ ...entry, group: 'recent' as const })),
      ...[...commands, ...talks.slice(0, shownOfEach)].filter(({ id }) => !first.has(id)),
    ];
  }
  const rank = (entry: PaletteEntry) => (recent.includes(entry.id) ? recent.indexOf(entry.id) : recent.length);
  const found = findAll.flatMap((search) => [...search(query, shownOfEach)].sort((a, b) => rank(a) - rank(b)));
  return [...found, passagesEntry(query.trim())];
}

const shownBeside = 3;

/** The conversations, tables, documents and headings whose words begin as a query does; none of them needs the index. */
export function useNamedEntries(query: string): readonly PaletteEntry[] {
  const { find } = useNamed();
  return query.trim() === '' ? [] : find.flatMap((search) => search(query, shownBeside));
}

function useNamed() {
  const conversations = useChat((state) => state.conversations);
  const leavingConversations = useChat((state) => state.leaving);
  const documents = useLibrary((state) => state.documents);
  const leavingDocuments = useLibrary((state) => state.leaving);
  const version = useLibrary((state) => state.status?.libraryVersion);
  const leavingTables = useTables((state) => state.leaving);
  const { data: tables } = useAnswer('table.list', {});
  const { data: headings } = useAnswer('library.headings', {}, String(version));
  const talks = useMemo(() => {
    const now = new Date();
    return conversations
      .filter(({ conversationId }) => !leavingConversations.has(conversationId))
      .map((conversation) => conversationEntry(conversation, now));
  }, [conversations, leavingConversations]);
  const sheets = useMemo(
    () => (tables ?? []).filter(({ tableId }) => !leavingTables.has(tableId)).map(tableEntry),
    [tables, leavingTables],
  );
  const papers = useMemo(
    () => (documents ?? []).filter(({ documentId }) => !leavingDocuments.has(documentId)).map(documentEntry),
    [documents, leavingDocuments],
  );
  const places = useMemo(() => {
    const titles = new Map(
      documents
        ?.filter(({ documentId }) => !leavingDocuments.has(documentId))
        .map((one) => [one.documentId, one.title]),
    );
    return (headings ?? []).flatMap((heading) => {
      const title = titles.get(heading.documentId);
      // The first heading of many documents is their title.
      return title === undefined || title === heading.text ? [] : [headingEntry(heading, title)];
    });
  }, [headings, documents, leavingDocuments]);
  const find = [useTitles(talks), useTitles(sheets, withoutNotes), useTitles(papers), useTitles(places, withoutNotes)];
  return { talks, sheets, papers, find };
}

function useTitles(
  entries: readonly PaletteEntry[],
  named: (entry: PaletteEntry) => Titled = byAll,
): (query: string, limit: number) => readonly PaletteEntry[] {
  const [ready, setReady] = useState<{ readonly index: TitleIndex; readonly byId: Map<string, PaletteEntry> } | null>(
    null,
  );
  useEffect(() => {
    let over = false;
    const index = new TitleIndex();
    void index
      .fill(entries.map(named), () => over)
      .then(() => {
        if (!over) setReady({ index, byId: new Map(entries.map((entry) => [entry.id, entry])) });
      });
    return () => {
      over = true;
    };
  }, [entries, named]);
  return (query, limit) => (ready ? ready.index.search(query, limit).flatMap((id) => ready.byId.get(id) ?? []) : []);
}

type Titled = Pick<PaletteEntry, 'id' | 'title'> & Partial<Pick<PaletteEntry, 'note' | 'alias'>>;

const byAll = (entry: PaletteEntry): Titled => entry;
/** A heading is found by its own words: all those of a document would be by its title. A table’s note only counts. */
const withoutNotes = ({ id, title }: PaletteEntry): Titled => ({ id, title });

const slice = 400;

export class TitleIndex {
  readonly #index = new Index({ tokenize: 'forward' });
  readonly #ids: string[] = [];

  /** Indexes titles a slice at a time: a large library does not hold up the window; `isOver` ends it early. */
  async fill(entries: readonly Titled[], isOver: () => boolean = () => false): Promise<void> {
    for (let from = 0; from < entries.length && !isOver(); from += slice) {
      for (const entry of entries.slice(from, from + slice)) this.add(entry);
      if (from + slice < entries.length) await new Promise((next) => setTimeout(next));
    }
  }

  add({ id, title, note = '', alias = '' }: Titled): void {
    this.#index.add(this.#ids.length, `${title} ${note} ${alias}`);
    this.#ids.push(id);
  }

  /** Ids whose words begin with every word of the query, the nearest first, at most `limit`. */
  search(query: string, limit: number): readonly string[] {
    return this.#index.search(query, limit).flatMap((at) => this.#ids[Number(at)] ?? []);
  }
}
