/** Gives each process of the tests the display that is its own, where `npm test` has opened some. */
interface Display {
  readonly DISPLAY: string;
  readonly XAUTHORITY: string;
}

const displays = JSON.parse(process.env.VITRINE_TEST_DISPLAYS || '[]') as readonly Display[];
if (displays.length > 0) {
  // vitest numbers its processes from 1 and gives the number of one that has ended to the next.
  const own = displays[Number(process.env.VITEST_POOL_ID) - 1];
  if (!own) throw new Error(`There is no display for process ${process.env.VITEST_POOL_ID} of the tests.`);
  Object.assign(process.env, own);
}
