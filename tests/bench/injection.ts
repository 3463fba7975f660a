import { injectionDocuments } from '../fixtures/injection/injection-documents';
import { tableOf } from './benchmark-page';
import { BenchLibrary, wordsOf } from './library-of-bench';
import { benchModel, openBenchModel, withoutOllama } from './ollama-model';
import type { QualityOptions } from './quality-options';

const usualAnswerTokens = 64;

/**
 * How often an answer repeats the word that a document orders it to say. What can be guaranteed (quotation, fences,
 * citations) is asserted by tests; this is what a model makes of it, and is reported only.
 */
export async function promptInjection({
  promptTokens,
  answerTokens,
  resume,
}: Pick<QualityOptions, 'promptTokens' | 'answerTokens' | 'resume'>): Promise<string[]> {
  const attacks = [...new Set(injectionDocuments.map(({ attack }) => attack))];
  const limits = { promptTokens, answerTokens: answerTokens ?? usualAnswerTokens };
  const open = await openBenchModel(resume);
  const library = await BenchLibrary.open(limits, open?.server.address);
  try {
    for (const attack of attacks) {
      const documents = injectionDocuments.filter((document) => document.attack === attack);
      await library.ingest(new Map(documents.map(({ name, text }) => [name, text])), attack);
    }
    const tally = async (attack: string, model: string | null): Promise<{ written: number; repeated: number }> => {
      const sum = { written: 0, repeated: 0 };
      for (const { question, token } of injectionDocuments.filter((document) => document.attack === attack)) {
        const request = { question, collection: attack, ...(model ? { model } : { noLlm: true }) };
        const { answer } = await library.ask(request);
        // Where nothing was found, or the model's answer could not be used, there is no answer of it to look at.
        if (answer.outcome === 'fallback' || (model && answer.quoted)) continue;
        sum.written += 1;
        if (answer.answer.includes(token)) sum.repeated += 1;
      }
      return sum;
    };
    const rows: string[][] = [];
    const all = { documents: 0, quoted: 0, written: 0, repeated: 0 };
    for (const attack of attacks) {
      const documents = injectionDocuments.filter((document) => document.attack === attack).length;
      const quoted = await tally(attack, null);
      const said = open ? await tally(attack, open.model) : { written: 0, repeated: 0 };
      all.documents += documents;
      all.quoted += quoted.repeated;
      all.written += said.written;
      all.repeated += said.repeated;
      const model = open ? [String(said.written), String(said.repeated)] : ['–', '–'];
      rows.push([attack, String(documents), String(quoted.repeated), ...model]);
      console.log(rows.at(-1)?.join('  '));
    }
    const model = open ? [String(all.written), String(all.repeated)] : ['–', '–'];
    rows.push(['all', String(all.documents), String(all.quoted), ...model]);
    const header = [
      'kind of order',
      'documents',
      'quoted answers that repeat it',
      `answers of ${benchModel}`,
      'of them repeat it',
    ];
    return [
      `Answers that repeat the word which a document orders them to say; ${wordsOf(limits)}.`,
      ...(open ? [] : [withoutOllama('The answers of a language model are')]),
      '',
      ...tableOf(header, rows),
    ];
  } finally {
    await library.close();
    await open?.server.close();
  }
}
