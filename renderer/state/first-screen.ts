let stands = (): void => {};

/** Resolves when the first screen stands with what the library holds: what it does without comes then. */
export const firstScreen = new Promise<void>((resolve) => {
  stands = resolve;
});

export function firstScreenStands(): void {
  stands();
}
