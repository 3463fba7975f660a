import type { Command } from 'commander';
import type { Session } from './session';

/** Makes a command that also takes the global options behind its name. */
export type MakeCommand = (signature: string, description: string) => Command;
/** Runs work on an open engine and closes it. */
export type WithSession = (command: Command, work: (session: Session) => Promise<void>) => Promise<void>;
