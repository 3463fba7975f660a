import type { Ask, CareProgress, EngineEvent, MoveReport, RequestOf, Results, RouteName } from '@shared/contract';
import { type ErrorReport, reportOf, unsaidPath, VitrineError } from '@shared/errors';
import { visibleJson, visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import type { Language } from '@shared/words/languages';
import { saidError, saidRemark, saidWaiting } from '@shared/words/said';
import { Command, CommanderError } from 'commander';
import { type Engine, LibraryMove, openEngine, restoreLibrary } from '../engine/engine';
import { namedLibrary, terminalOptions } from '../engine/host-options';
import { badAction } from './usage';

export interface GlobalOptions {
  readonly library?: string;
  /** Address of an index in an object store. */
  readonly index?: string;
  readonly json?: boolean;
  readonly language?: Language;
  /** Text recognition for this command, whatever the settings say. */
  readonly ocr?: boolean;
}

export class Session {
  private constructor(
    private engine: Engine,
    private readonly options: GlobalOptions,
    private readonly open: () => Promise<Engine>,
  ) {}

  /** Whether the command itself is about what waits. */
  saidWaiting = false;
  /** Whether the command itself reports faults of the library. */
  saidHealth = false;

  /** Opens, runs and closes; prints a failure and sets the exit code. Throws bad usage only: CommanderError. */
  static async run(options: GlobalOptions, work: (session: Session) => Promise<unknown>): Promise<void> {
    const env = options.index ? { ...process.env, VITRINE_INDEX: options.index } : process.env;
    try {
      const open = () =>
        openEngine({
          ...terminalOptions(env, namedLibrary(env, options.library), __dirname),
          recognises: options.ocr === true,
        });
      const session = new Session(await open(), options, open);
      try {
        await work(session);
        // Read at the end, when it also has later findings.
        const waiting = saidWaiting((await session.request('settings.get', {})).waiting);
        if (waiting !== '' && !session.saidWaiting) session.say(waiting);
        if (!session.saidHealth) await session.sayLost();
      } finally {
        await session.engine.close();
      }
    } catch (error) {
      if (error instanceof CommanderError) throw error;
      fail(reportOf(error), options);
    }
  }

  /** Makes the library of a backup before it is opened, and then builds its index. Prints and fails as `run`. */
  static async restore(
    options: GlobalOptions,
    request: Pick<Parameters<typeof restoreLibrary>[0], 'path' | 'replace' | 'onProgress'>,
  ): Promise<void> {
    const folder = namedLibrary(process.env, options.library);
    try {
      const restored = await stoppable((signal) => restoreLibrary({ ...request, folder, signal }));
      await Session.run(options, async (session) => {
        const repair = await session.request('library.repair', {});
        session.print({ ...restored, repair }, () =>
          [
            t('care.restored', { documents: restored.documents, when: restored.madeAt }),
            t('care.liesAt', { folder }),
            ...(restored.replaced === null ? [] : [t('care.keptAt', { folder: restored.replaced })]),
            ...repair.done.map(({ act, count }) => t(`care.done.${act}`, { count })),
          ].join('\n'),
        );
      });
    } catch (error) {
      fail(reportOf(error), options);
    }
  }

  /** Moves the library, and opens it at its new place. Errors: those of the route `library.move`. */
  async move(target: string, onProgress: (progress: CareProgress) => void): Promise<MoveReport> {
    const folder = namedLibrary(process.env, this.options.library);
    const { whyReadOnly } = await this.request('app.status', {});
    if (whyReadOnly === 'held') throw new VitrineError('library-locked', { folder });
    return stoppable(async (signal) => {
      const move = await LibraryMove.begin({ folder, target, signal, onProgress });
      const { opened, report } = await move.exchange(() => this.engine.close(), this.open);
      this.engine = opened;
      return report;
    });
  }

  /** Errors: those of the route. */
  readonly request: Ask = async (route, input, onEvent) => {
    const requestId = `cli-${process.pid}-${route}`;
    const unsubscribe = onEvent ? this.engine.subscribe(onEvent) : () => {};
    const stop = () => this.engine.cancel(requestId);
    process.once('SIGINT', stop);
    try {
      const result = await this.engine.request(route, input, { requestId });
      if (!result.ok) throw VitrineError.of(result.error);
      return result.data;
    } finally {
      process.off('SIGINT', stop);
      unsubscribe();
    }
  };

  /** Asks, and prints the answer. If `onProgress` has drawn over a line of stderr, that line ends first. */
  async show<R extends RouteName>(
    route: R,
    input: RequestOf<R>,
    text: (answer: Results[R]) => string,
    onProgress?: (event: EngineEvent) => void,
  ): Promise<Results[R]> {
    const answer = await this.request(route, input, onProgress);
    if (onProgress && process.stderr.isTTY) this.say('');
    this.print(answer, () => text(answer));
    return answer;
  }

  /** Calls back on every event, between requests too; returns the function that ends it. */
  onEvent(listener: (event: EngineEvent) => void): () => void {
    return this.engine.subscribe(listener);
  }

  print(value: unknown, text: () => string): void {
    process.stdout.write(this.options.json ? jsonText(value) : visibleText(`${text()}\n`));
  }

  /** Prints the result, and fails if a named thing is missing, as `lacking` says. */
  printDone(value: object, text: () => string, lacking: VitrineError | null): void {
    if (lacking === null) {
      this.print(value, text);
      return;
    }
    const error = lacking.report();
    const said = saidError(error);
    this.print({ ...value, error }, () => `${text()} ${said.message}`);
    this.say(said.hint);
    process.exitCode = 1;
  }

  /** Says that the catalogue of the library was lost, if it looks empty. The command has reported unreadable parts. */
  private async sayLost(): Promise<void> {
    const collections = await this.engine.request('collections.list', {});
    if (!collections.ok || collections.data.some(({ documents }) => documents > 0)) return;
    const status = await this.engine.request('app.status', {});
    const lost = status.ok ? status.data.health.find(({ check }) => check === 'documents') : undefined;
    if (lost) this.say(saidRemark(lost));
  }

  say(text: string): void {
    process.stderr.write(visibleText(`${text}\n`));
  }
}

async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopper = new AbortController();
  const stop = () => stopper.abort(new DOMException('Stopped.', 'AbortError'));
  process.once('SIGINT', stop);
  return work(stopper.signal).finally(() => process.off('SIGINT', stop));
}

const jsonText = (value: unknown): string => visibleJson(`${JSON.stringify(value, null, 2)}\n`);

function fail(error: ErrorReport, options: GlobalOptions): void {
  if (options.json) {
    process.stdout.write(jsonText({ error }));
  } else {
    const { message, hint } = saidError(error);
    const path = unsaidPath(message, error);
    const said = path === null ? message : t('terminal.withFile', { message, path });
    const asked = error.requestId === undefined ? '' : `${t('app.request', { id: error.requestId })}\n`;
    process.stderr.write(visibleText(`${said}\n${hint}\n${asked}`));
  }
  process.exitCode = 1;
}

/** The error of documents that were named and are not there; null if all are. */
export function notInLibrary(named: readonly string[], done: readonly string[]): VitrineError | null {
  const ids = named.filter((id) => !done.includes(id));
  return ids.length > 0 ? new VitrineError('document-not-found', { why: 'ids', ids }) : null;
}

export class SessionCommand extends Command {
  override createCommand(name?: string): SessionCommand {
    return new SessionCommand(name);
  }

  /** Opens the engine, runs `work` with what commander gives an action, and closes it again. */
  act(work: (engine: Session, ...given: never[]) => Promise<unknown>): this {
    return this.action((...given: unknown[]) =>
      Session.run(this.optsWithGlobals<GlobalOptions>(), (engine) => work(engine, ...(given as never[]))),
    );
  }
}

/** Makes a command that also takes the global options behind its name. */
export type MakeCommand = (signature: string, description: string) => SessionCommand;

export interface Call<Flags> {
  readonly engine: Session;
  readonly flags: Flags;
  readonly self: Command;
}

/** The actions of a command by their forms, such as `report ID [ID…]`. False says that the words name nothing. */
export type Actions<Flags> = Readonly<Record<string, (call: Call<Flags>, ...words: never[]) => unknown>>;

/** Gives a command its actions. Without words it does the `usual` one; words of no form are refused. */
export function addActions<Flags>(
  command: SessionCommand,
  actions: Actions<Flags>,
  { usual, refuse = badAction }: { usual?: string; refuse?: typeof badAction } = {},
): void {
  command.act(async (engine, ...given: unknown[]) => {
    const [self, flags] = [given.at(-1) as Command, given.at(-2) as Flags];
    const words = given
      .slice(0, -2)
      .flat()
      .filter((word) => word !== undefined) as string[];
    const [action = usual, ...others] = words;
    const found = Object.entries(actions).find(([form]) => fits(form, action, others.length))?.[1];
    if (!found || (await found({ engine, flags, self }, ...(others as never[]))) === false) refuse(self, words);
  });
}

function fits(form: string, action: string | undefined, count: number): boolean {
  const [name, ...places] = form.split(' ');
  const least = places.filter((place) => !place.startsWith('[')).length;
  return name === action && count >= least && (form.includes('…') || count <= places.length);
}

/** The names of actions, as help lists them. */
export const namesOf = (actions: object): string =>
  Object.keys(actions)
    .map((form) => form.split(' ')[0])
    .join(' | ');
