import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder';
import { inWindows, leavesNoErrors, TestWindow } from '../in-windows';
import { addingSteps } from './adding-steps';
import { answerSteps } from './answer-steps';
import { conversationSteps } from './conversation-steps';
import { librarySteps } from './library-steps';
import { placeSteps } from './place-steps';
import { privacySteps } from './privacy-steps';
import { stagesSteps } from './stages-steps';
import { type Task, tasks } from './tasks';
import { type Steps, slowWriter, type Walker } from './walker';

const steps: Steps = {
  ...answerSteps,
  ...addingSteps,
  ...conversationSteps,
  ...stagesSteps,
  ...librarySteps,
  ...privacySteps,
  ...placeSteps,
};

inWindows('a person who has never seen Vitrine', () => {
  const launched = new TestWindow();
  const { at, locator, keys, request } = launched;
  let walker: Walker;
  let clicks = 0;

  beforeAll(async () => {
    const writer = await slowWriter(['Two ', 'months ', '[Citation 1].']);
    const kept = {
      library: temporaryFolder(),
      settings: temporaryFolder(),
      env: { OLLAMA_HOST: writer.address },
    };
    walker = {
      launched,
      at,
      locator,
      keys,
      request,
      writer,
      folder: temporaryFolder(),
      async press(target, button = 'left') {
        await target.click({ button });
        clicks += 1;
      },
      async restart() {
        await launched.close();
        await launched.open(kept);
      },
      chooses: launched.chooses,
    };
    await launched.open(kept);
  });
  afterAll(() => walker.writer.close());

  for (const task of Object.keys(tasks) as Task[]) {
    const step = steps[task];
    const { goal, clicks: most } = tasks[task];
    if (!step) {
      it.todo(goal);
      continue;
    }
    it(goal, async () => {
      clicks = 0;
      await step(walker);
      expect(clicks, 'clicks').toBeLessThanOrEqual(most);
    });
  }
  leavesNoErrors(launched);
});
