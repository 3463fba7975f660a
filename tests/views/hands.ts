import { join } from 'node:path';
import { dropFiles, type LaunchedApp } from '../e2e/app';

export const patience = 60_000;

/** `again` waits for the new drawing after a change of size. */
export type View = readonly [name: string, reach: () => Promise<unknown>, again?: () => Promise<unknown>];

export const lit = '[data-testid="pdf-highlight"], [data-testid="source-highlight"]';
export const page = '[data-testid="pdf-page"][data-drawn="true"]';

export type Hands = ReturnType<typeof handsOn>;

/** Opens a view in the present window; documents and labelled sets come from the folder. */
export function handsOn(launched: () => LaunchedApp, folder: string) {
  const window = () => launched().window;
  const library = () => launched().library;
  const locator = (selector: string, options?: { readonly hasText: string }) => window().locator(selector, options);
  const at = (testId: string) => window().getByTestId(testId);
  const seen = (testId: string) => at(testId).first().waitFor({ timeout: patience });
  const isDrawn = (selector: string) => locator(selector).first().waitFor({ timeout: patience });
  const key = (name: string) => window().keyboard.press(name);
  const pane = (stage: string, state: string) =>
    locator(`[data-testid="stage-${stage}"][data-state="${state}"]`).waitFor({ timeout: patience });
  const ask = async (question: string): Promise<void> => {
    const answers = locator('[data-testid="answer"]:not([data-outcome="streaming"])');
    const before = await answers.count();
    await at('composer').fill(question);
    await key('Enter');
    await answers.nth(before).waitFor({ timeout: patience });
  };
  const add = async (name: string): Promise<void> => {
    await at('nav-library').click();
    await dropFiles(window(), '#root', [join(folder, name)]);
    await locator('[data-testid="document-row"]').first().waitFor({ timeout: patience });
  };

  /** Chooses a labelled set of the disk, and waits for its report. */
  const chooseSet = async (name: string, said: string): Promise<void> => {
    await at('nav-evaluate').click();
    await launched().app.evaluate(
      ({ dialog }, path) => {
        dialog.showOpenDialog = (() =>
          Promise.resolve({ canceled: false, filePaths: [path] })) as unknown as typeof dialog.showOpenDialog;
      },
      join(folder, name),
    );
    await at('choose-set-folder').click();
    await isDrawn(said);
  };

  const shown = (selector: string) => locator(selector).first().scrollIntoViewIfNeeded();

  return { add, ask, at, chooseSet, folder, isDrawn, key, library, locator, pane, seen, shown, window };
}
