/** A library that opens slowly is waited for by a window that has been drawn, ms. */
const patienceMs = 250;

/**
 * Resolves when the first screen can be drawn as it stays: with `answers`, what the engine says for it, and with the
 * font of the interface. Drawn earlier it would be drawn twice, the first time in letters of the system, which are looked
 * up one family after the other. After a quarter of a second it resolves all the same.
 */
export async function readyToDraw(answers: Promise<unknown>): Promise<void> {
  // Faces are fetched by the letters they have; one that cannot be fetched leaves those of the system.
  const font = document.fonts.load('1em "Inter Variable"', 'a').catch(() => []);
  await Promise.race([Promise.all([answers, font]), new Promise((over) => setTimeout(over, patienceMs))]);
}
