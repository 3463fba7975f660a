import type { EngineEvent, TeamReport } from '@shared/contract';
import { type ErrorReport, reportOf } from '@shared/errors';
import { raceTimeout } from '../../async';
import { ifReadable, type Library } from '../../store';
import { type Desk, deskRows, membersOf } from '../../team';

export interface TeamSyncParts {
  readonly library: Library;
  readonly desk: Desk;
  doing(): string | null;
  onReached(): void;
  emit(event: EngineEvent): void;
  log(what: string, facts: object): void;
}

/** How often a host that stays open looks what others have changed, and shows itself, ms. */
const syncEveryMs = 3000;
/** While it adds documents itself, ms: others' documents go into its index in fewer, larger steps. */
const syncBesideWorkMs = 20_000;
const showEveryMs = 15_000;
/** A host that answers one request does not wait longer than this for what others have changed, ms. */
const firstLookMs = 3000;
/** For another desk, after which it counts as away, s. */
const awayAfter = 60;

/** Takes in the changes of others and shows this desk's work. Tries again if the place is away; searches go on. */
export class TeamSync {
  #timer: NodeJS.Timeout | null = null;
  readonly #open = new AbortController();
  #running: Promise<void> | null = null;
  #lookedAt = 0;
  #isGrown = false;
  #told = '';
  #shown = { at: 0, doing: '' };

  /** Whether what stopped some work passes when the place is there again. */
  static mayPass({ code, details }: ErrorReport): boolean {
    return ['team-unreachable', 'team-busy'].includes(code) || (code === 'offline' && details?.why === 'team');
  }

  /** @param stays whether this host stays open */
  constructor(
    private readonly parts: TeamSyncParts,
    private readonly stays: boolean,
  ) {}

  get desk(): Desk {
    return this.parts.desk;
  }

  /** To be called once the engine is there. Resolves when requests may be answered. */
  async begin(): Promise<void> {
    if (!this.stays) {
      await raceTimeout(this.soon(), firstLookMs);
      return;
    }
    this.#timer = setInterval(() => {
      const isBusy = this.parts.doing() !== null;
      if (!isBusy || Date.now() - this.#lookedAt > syncBesideWorkMs) void this.soon();
    }, syncEveryMs).unref();
    void this.soon();
  }

  /** Looks now, unless it is looking. Never rejects: the report has the obstacle. */
  soon(): Promise<void> {
    const { library } = this.parts;
    if (this.#open.signal.aborted || !library.writable) return Promise.resolve();
    this.#lookedAt = Date.now();
    this.#running ??= this.#look().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async now(): Promise<void> {
    await this.#running;
    await this.soon();
  }

  async #look(): Promise<void> {
    const { library, doing, emit, log, onReached } = this.parts;
    const { signal } = this.#open;
    try {
      if (await library.place?.take(signal)) {
        emit({ type: 'library.changed', requestId: 'team', libraryVersion: library.version });
        this.#isGrown = true;
      }
      // A desk that is adding compacts its index on the way.
      if (this.#isGrown && doing() === null) {
        this.#isGrown = false;
        library.compactSoon();
      }
      await this.#show();
      onReached();
      this.#tells();
    } catch (error) {
      // It is tried again and again: the same failure is reported once.
      if (!signal.aborted && this.#tells()) log('team.sync', { ...reportOf(error) });
    }
  }

  /** Tells a window where something of the report has changed but how long ago it was. */
  #tells(): boolean {
    const team = this.report();
    const members = team.members.map(({ desks, ...member }) => ({
      ...member,
      desks: desks.map(({ seenAgo, ...desk }) => ({ ...desk, away: seenAgo > awayAfter })),
    }));
    const text = JSON.stringify({ ...team, syncedAt: null, members });
    if (text === this.#told) return false;
    this.#told = text;
    this.parts.emit({ type: 'team.changed', requestId: 'team', team });
    return true;
  }

  async #show(): Promise<void> {
    const { library, desk, doing } = this.parts;
    const now = doing() ?? '';
    const { replica } = library;
    if (!replica || desk.member.role === 'reader') return;
    if (this.#shown.doing === now && Date.now() - this.#shown.at < showEveryMs) return;
    await replica.write(deskRows(desk, now === '' ? null : now));
    this.#shown = { at: Date.now(), doing: now };
  }

  report(): TeamReport {
    const { library, desk } = this.parts;
    const { place, member, files } = desk;
    const { replica } = library;
    const { syncedAt = null, trouble = null } = replica ?? {};
    return {
      place: { placeId: place.id, name: place.name, url: place.url, files: files.uri },
      me: { memberId: member.id, name: member.name, role: member.role },
      syncedAt: syncedAt === null ? null : new Date(syncedAt).toISOString(),
      trouble: trouble === null ? null : reportOf(trouble),
      behind: ifReadable(() => library.place?.behind ?? 0) ?? 0,
      members: (replica && ifReadable(() => membersOf(replica, desk))) ?? [],
    };
  }

  async close(): Promise<void> {
    this.#open.abort();
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }
}
