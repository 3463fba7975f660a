/** Over when the work is, after `ms` or when the signal aborts, whichever comes first. Rejects where the work does. */
export async function patiently(work: Promise<void>, ms: number, signal?: AbortSignal): Promise<void> {
  let late = (): void => {};
  const patience = new Promise<void>((resolve) => {
    late = resolve;
  });
  const timer = setTimeout(late, ms);
  signal?.addEventListener('abort', late, { once: true });
  try {
    await Promise.race([work, patience]);
  } finally {
    signal?.removeEventListener('abort', late);
    clearTimeout(timer);
  }
}
