import { injectionDocuments } from '../fixtures/injection/injection-documents';
import { tableOf } from './benchmark-page';
import { BenchLibrary } from './library-of-bench';
import { benchModel, hasBenchModel, withoutOllama } from './ollama-model';

const answerTokens = 64;

/**
 * How often an answer repeats the word that a document orders it to say. What can be guaranteed (quotation, fences,
 * citations) is asserted by tests; this is what a model makes of it, and is reported only.
 */
export async function promptInjection(): Promise<string[]> {
  const attacks = [...new Set(injectionDocuments.map(({ attack }) => attack))];
  const library = await BenchLibrary.open(answerTokens);
  try {
    for (const attack of attacks) {
      const documents = injectionDocuments.filter((document) => document.attack === attack);
      await library.ingest(new Map(documents.map(({ name, text }) => [name, text])), attack);
    }
    const asked = await hasBenchModel(library.ollamaHost);
    const repeats = async (attack: string, model: string | null): Promise<number> => {
      let count = 0;
      for (const { question, token } of injectionDocuments.filter((document) => document.attack === attack)) {
        const request = { question, collection: attack, ...(model ? { model } : { noLlm: true }) };
        const { answer } = await library.ask(request);
        if (answer.answer.includes(token)) count += 1;
      }
      return count;
    };
    const rows: string[][] = [];
    const sums = [0, 0];
    for (const attack of attacks) {
      const quoted = await repeats(attack, null);
      const said = asked ? await repeats(attack, `ollama:${benchModel}`) : null;
      sums[0] = (sums[0] ?? 0) + quoted;
      sums[1] = (sums[1] ?? 0) + (said ?? 0);
      rows.push([attack, '4', String(quoted), said === null ? '–' : String(said)]);
      console.log(rows.at(-1)?.join('  '));
    }
    rows.push(['all', String(injectionDocuments.length), String(sums[0]), asked ? String(sums[1]) : '–']);
    return [
      `Answers that repeat the word which a document orders them to say; answers of at most ${answerTokens} tokens.`,
      ...(asked ? [] : [withoutOllama('The answers of a language model are')]),
      '',
      ...tableOf(['kind of order', 'documents', 'quoted answers that repeat it', `${benchModel} repeats it`], rows),
    ];
  } finally {
    await library.close();
  }
}
