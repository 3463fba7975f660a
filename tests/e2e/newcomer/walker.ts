/** How a newcomer walks: in one window, each click counted. */
import { once } from 'node:events';
import type { Locator } from 'playwright-core';
import { type FakeServer, fakeServer, part } from '../../integration/chat/fake-server';
import type { TestWindow } from '../in-windows';
import type { Task } from './tasks';

export interface Walker extends Pick<TestWindow, 'at' | 'chooses' | 'locator' | 'keys' | 'request'> {
  readonly launched: TestWindow;
  /** A folder of the disk for the newcomer's own files. */
  readonly folder: string;
  /** A click, counted; of the other button for the menu of what lies there. */
  press(target: Locator, button?: 'left' | 'right'): Promise<void>;
  /** Closes the window, and opens it again as it was left. */
  restart(): Promise<void>;
  /** The language model of this computer, `writer:1b` of Ollama, which writes when the walk wants it to. */
  readonly writer: SlowWriter;
}

export type Steps = Partial<Record<Task, (walker: Walker) => Promise<void>>>;

/** A model that is slow on demand, which a real one is not: holds its words back until `write`. */
export interface SlowWriter {
  readonly address: string;
  /** Holds back requests from now on. */
  hold(): void;
  /** Releases the held requests, complete. */
  write(): void;
  close(): Promise<void>;
}

/** @param words what it writes, one token each */
export async function slowWriter(words: readonly string[]): Promise<SlowWriter> {
  let held = false;
  const going = new EventTarget();
  const server: FakeServer = await fakeServer({
    '/api/tags': (_request, response) => response.end(JSON.stringify({ models: [{ name: 'writer:1b', size: 9 }] })),
    '/api/show': (_request, response) =>
      response.end('{"capabilities":["completion"],"model_info":{"x.context_length":8192}}'),
    '/api/chat': async (_request, response, body) => {
      if ('format' in JSON.parse(body)) return void response.end(part('', true));
      response.flushHeaders();
      if (held) await once(going, 'write');
      for (const word of words) response.write(part(word));
      response.end(part('', true));
    },
  });
  return {
    address: server.address,
    hold: () => {
      held = true;
    },
    write: () => {
      held = false;
      going.dispatchEvent(new Event('write'));
    },
    close: () => server.close(),
  };
}
