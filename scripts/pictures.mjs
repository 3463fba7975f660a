// npm run pictures: makes the pictures of the README (docs/images) from the app as it is.
import { inProject, runNode, script } from './project.mjs';

await script(async () => {
  const env = { VITRINE_PICTURES: inProject('docs/images') };
  return (await runNode([inProject('scripts/test.mjs'), '--views'], { output: 'pass', env })).code;
});
