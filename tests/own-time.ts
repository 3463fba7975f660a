import { threadMs } from './thread-time';

const tickMs = 20;

/**
 * Starts a clock for limits that are promised to a person, which other programs must not break; gives what reads
 * and ends it, in ms: what this thread has computed since, and what it has waited. Waiting is counted by a timer, which
 * misses the times in which a busy machine has no processor for this process.
 */
export function ownTime(): () => number {
  const before = threadMs();
  let waited = 0;
  const timer = setInterval(() => {
    waited += tickMs;
  }, tickMs).unref();
  return () => {
    clearInterval(timer);
    return threadMs() - before + waited;
  };
}
