import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerText, ingestText } from './render';
import { stagesTable } from './run-text';
import { type GlobalOptions, Session } from './session';

const questions = [
  'Where does Vitrine keep my documents?',
  'What does the A3_NLI_Gate stage do?',
  'How do I use a model from Ollama?',
];

/** The main job in a terminal, on the sample library, in a folder that goes again unless --library names one. */
export async function runDemo(options: GlobalOptions): Promise<void> {
  const temporary = options.library === undefined ? await mkdtemp(join(tmpdir(), 'vitrine-demo-')) : null;
  try {
    await Session.run({ ...options, library: options.library ?? temporary ?? '' }, async (session) => {
      const report = await session.request('ingest.sample', {});
      session.say('# The sample library');
      session.say(ingestText(report));
      const answers = [];
      for (const question of questions) {
        const answer = await session.request('chat.ask', { question });
        answers.push(answer);
        session.say(`\n# ${question}`);
        session.say(answerText(answer));
      }
      const last = answers.at(-1);
      const run = last?.runId ? await session.request('run.get', { runId: last.runId }) : null;
      session.print(
        { ingest: report.totals, answers },
        () => `\n# The eight stages of the last question\n${run ? stagesTable(run) : ''}`,
      );
    });
  } finally {
    if (temporary) await rm(temporary, { recursive: true, force: true });
  }
}
