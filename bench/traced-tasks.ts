import type { Browser, CDPSession } from 'playwright-core';

/** The longest task of a thread: ms of the processor that it took, and ms that it lasted. */
export interface LongestTask {
  readonly processor: number;
  readonly lasted: number;
  /** Where it was posted from in Chromium's source: says whose task it is. */
  readonly from: string;
}

export interface LongestTasks {
  readonly main: LongestTask;
  readonly page: LongestTask;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** µs. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly src_file?: string; readonly src_func?: string };
}

const categories = ['toplevel', 'disabled-by-default-thread_time', '__metadata'];

/**
 * The longest tasks on the main threads of Electron's main process and of the page while `work` runs, as Chromium's own
 * tracing sees them. Processor time is what counts: on a machine that does much else, a task lasts longer than it works.
 */
export async function longestTasks(browser: Browser, work: () => Promise<void>): Promise<LongestTasks> {
  const session: CDPSession = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordContinuously', includedCategories: categories },
  });
  await work();
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return { main: longestOn(events, 'CrBrowserMain'), page: longestOn(events, 'CrRendererMain') };
}

function longestOn(events: readonly TraceEvent[], threadName: string): LongestTask {
  const key = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const threads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === threadName).map(key),
  );
  const tasks = events.filter(
    (event) => event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask' && threads.has(key(event)),
  );
  if (tasks.length === 0) throw new Error(`Nothing was traced on ${threadName}.`);
  const longest = tasks.reduce((most, task) => ((task.tdur ?? 0) > (most.tdur ?? 0) ? task : most));
  return {
    processor: (longest.tdur ?? 0) / 1000,
    lasted: (longest.dur ?? 0) / 1000,
    from: `${longest.args.src_file ?? ''} ${longest.args.src_func ?? ''}`,
  };
}
