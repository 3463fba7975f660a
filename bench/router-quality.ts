import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WayId } from '@shared/prompt/super-prompt';
import { must, tableOf } from './benchmark-page';
import { deskQuestions } from './desk-scoring';
import { BenchLibrary } from './library-of-bench';

type Kind = WayId;
type Labelled = readonly [kind: Kind, question: string];

/** Those that the forms were written with. */
const ofRules: readonly Labelled[] = [
  ['overview', 'What are these 500 files about?'],
  ['overview', 'What is in my library?'],
  ['overview', 'Which topics are there in the contracts folder?'],
  ['overview', 'Give me an overview of all documents'],
  ['overview', 'Worum geht es in meinen Dokumenten?'],
  ['overview', 'Welche Themen gibt es im Ordner Verträge?'],
  ['overview', 'Was ist in meiner Bibliothek?'],
  ['overview', '¿De qué tratan estos documentos?'],
  ['overview', '¿Qué temas hay en mi biblioteca?'],
  ['summary', 'Summarise the contract of 2023'],
  ['summary', 'What is the handbook of the mill about?'],
  ['summary', 'Fasse die Satzung zusammen'],
  ['summary', 'Worum geht es im Mietvertrag 2022?'],
  ['summary', 'Resume el contrato de alquiler'],
  ['summary', '¿De qué trata el contrato de alquiler?'],
  ['comparison', 'Compare the offer of Heron with the offer of Alder'],
  ['comparison', 'What is the difference between the 2023 and the 2024 contract?'],
  ['comparison', 'Vergleiche Mietvertrag 2022 mit Mietvertrag 2023'],
  ['comparison', '¿Qué diferencia hay entre el contrato de alquiler y la oferta de Ibáñez?'],
  ['census', 'How many documents mention honey?'],
  ['census', 'Which contracts were signed after 2020?'],
  ['census', 'Wie viele Dokumente erwähnen Honig?'],
  ['census', 'Welche Verträge wurden nach 2020 geschlossen?'],
  ['census', '¿Cuántos documentos mencionan la miel?'],
  ['passages', 'What is the difference between TCP and UDP?'],
  ['passages', 'Give me an overview of the payment terms in the contract'],
  ['passages', 'How do I summarise data in a pivot table?'],
  ['passages', 'How do the fees at former schools compare to those at other schools?'],
  ['passages', 'Worum geht es bei beratenden Apothekern hauptsächlich?'],
  ['passages', 'Was ist der Unterschied zwischen einer Kündigung und einem Widerruf?'],
  ['passages', '¿Cuál es la diferencia entre un préstamo y un crédito?'],
  ['passages', 'How long is the notice period?'],
  ['passages', 'Which topics are discussed in the meeting of May?'],
  ['passages', 'Wie hoch ist die Miete?'],
  ['overview', 'I dropped a pile of files in here, what is it all about?'],
  ['summary', '¿Me puedes resumir la oferta de Ibáñez?'],
  ['comparison', 'Contract 2023 vs. contract 2024'],
  ['comparison', 'Worin unterscheiden sich Mietvertrag 2022 und Mietvertrag 2023?'],
  ['comparison', 'Wie unterscheidet sich der Mietvertrag 2022 vom Mietvertrag 2023?'],
  ['summary', 'Kannst du mir die Satzung zusammenfassen?'],
];

/** Those that were written when the forms were done: nothing was changed by them. */
const unseen: readonly Labelled[] = [
  ['overview', 'What do I have in this collection?'],
  ['overview', 'What are all of these papers about?'],
  ['overview', 'Tell me the main themes across my documents'],
  ['overview', 'Summarize my files'],
  ['overview', 'Wovon handeln diese 80 Dateien?'],
  ['overview', 'Gib mir bitte einen kurzen Überblick über alle Dokumente.'],
  ['overview', 'Was liegt alles im Archiv?'],
  ['overview', '¿Cuáles son los temas principales de estos archivos?'],
  ['overview', '¿Qué hay en la carpeta contratos?'],
  ['overview', 'Dame un resumen de todos mis documentos'],
  ['summary', 'Can you sum up the handbook of the mill for me?'],
  ['summary', 'Key points of the contract of 2024, please'],
  ['summary', 'What does the handbook of the mill cover?'],
  ['summary', 'Schreib mir eine Zusammenfassung der Satzung'],
  ['summary', 'Was sind die wichtigsten Punkte im Mietvertrag 2023?'],
  ['comparison', 'How does the offer of Heron differ from the offer of Alder?'],
  ['comparison', 'What changed between contract 2023 and contract 2024?'],
  ['comparison', 'Compara el contrato de alquiler con la oferta de Ibáñez'],
  ['census', 'Which of these documents do not mention honey?'],
  ['census', 'How many contracts have a term longer than two years?'],
  ['census', 'Welche Dokumente erwähnen eine Kaution?'],
  ['census', '¿Qué contratos mencionan la fianza?'],
  ['overview', 'What have I got in the offers folder?'],
  ['overview', 'Welche Themen kommen in diesen Dateien vor?'],
  ['overview', '¿De qué van mis documentos?'],
  ['summary', 'Give me the gist of contract 2024'],
  ['summary', 'Erklär mir in drei Sätzen, was in der Satzung steht'],
  ['summary', 'Hazme un resumen del contrato de alquiler'],
  ['comparison', 'Are there differences between the offer of Heron and the offer of Alder?'],
  ['comparison', 'Was hat sich vom Mietvertrag 2022 zum Mietvertrag 2023 geändert?'],
  ['comparison', '¿En qué se diferencian el contrato de alquiler y la oferta de Ibáñez?'],
  ['passages', 'Rent vs. lease: which one is cheaper over ten years?'],
  ['passages', '¿Puedes resumir las ventajas del alquiler frente a la compra?'],
  ['passages', 'What is the main topic of chapter three?'],
  ['passages', 'Compare the speed of sound in air and in water'],
  ['passages', 'What is in the box when the machine is delivered?'],
  ['passages', 'Summarise the notice rules of the contract'],
  ['passages', 'Welche Themen behandelt der Kurs im zweiten Jahr?'],
  ['passages', 'Was ist im Lieferumfang enthalten?'],
  ['passages', 'Worin unterscheiden sich Miete und Pacht?'],
  ['passages', '¿Qué hay que llevar a la entrevista?'],
  ['passages', '¿En qué se diferencian un arrendamiento y una venta?'],
];

/** What the questions are asked of: titles that some of them name. */
const library: Readonly<Record<string, readonly [title: string, text: string]>> = {
  'contracts/contract-2023.md': [
    'Contract 2023',
    'The mill is let from 1 May 2023 for three years. The rent is 900 euros.',
  ],
  'contracts/contract-2024.md': [
    'Contract 2024',
    'The mill is let from 1 May 2024 for two years. The rent is 950 euros.',
  ],
  'Verträge/mietvertrag-2022.md': [
    'Mietvertrag 2022',
    'Die Wohnung wird ab März 2022 vermietet. Die Kaution beträgt 1.200 Euro.',
  ],
  'Verträge/mietvertrag-2023.md': [
    'Mietvertrag 2023',
    'Die Wohnung wird ab März 2023 vermietet. Die Kaution beträgt 1.300 Euro.',
  ],
  'contratos/alquiler.md': ['Contrato de alquiler', 'Se alquila el molino por tres años. La fianza es de 900 euros.'],
  'contratos/oferta.md': ['Oferta de Ibáñez', 'Se ofrecen doce lámparas por 400 euros, entregadas en junio.'],
  'offers/heron.md': ['Offer of Heron', 'Heron offers twelve lamps for 400 euros, delivered in March.'],
  'offers/alder.md': ['Offer of Alder', 'Alder offers twelve lamps for 420 euros, delivered in June.'],
  'handbook.md': [
    'Handbook of the mill',
    'The mill grinds rye. Bees behind it give honey. Read chapter three before the first run.',
  ],
  'satzung.md': ['Satzung', 'Der Verein fördert die Imkerei. Der Vorstand wird auf zwei Jahre gewählt.'],
  'tcp-tuning-guide.md': ['TCP tuning guide', 'A larger window lets TCP fill a long and fat network.'],
  'udp-hole-punching.md': ['UDP hole punching', 'Two hosts behind translators send UDP datagrams to each other.'],
};

/** The kind of answer that each of these questions gets from a library. */
async function kindsOf(paths: readonly string[], questions: readonly string[]): Promise<Kind[]> {
  const { engine, close } = await opened();
  try {
    await must(engine.request('ingest.run', { paths: [...paths] }));
    const kinds: Kind[] = [];
    for (const prompt of questions) {
      const { runId } = await must(engine.request('run.start', { prompt }));
      const run = await must(engine.request('run.stage', { runId, stage: 'A0_PreProcessing' }));
      kinds.push(run.snapshots.A0_PreProcessing?.extras.way?.id ?? 'passages');
    }
    return kinds;
  } finally {
    await close();
  }
}

async function opened() {
  const bench = await BenchLibrary.open({ answerTokens: 96, promptTokens: null });
  return { engine: bench.engine, close: () => bench.close() };
}

/** What kind of answer questions get: labelled ones, and those of other sets that passages answer. */
export async function routerFigures(data: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-router-'));
  try {
    for (const [path, [title, text]] of Object.entries(library)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), `# ${title}\n\n${text}\n`);
    }
    const all = [...ofRules, ...unseen];
    const kinds = await kindsOf(
      [folder],
      all.map(([, question]) => question),
    );
    const wrong = all.flatMap(([kind, question], at) =>
      kinds[at] === kind ? [] : [{ question, kind, got: kinds[at], isUnseen: at >= ofRules.length }],
    );
    const row = (name: string, of: readonly Labelled[], isUnseen: boolean): string[] => {
      const missed = wrong.filter((one) => one.isUnseen === isUnseen);
      const asPassages = missed.filter(({ got }) => got === 'passages').length;
      return [
        name,
        String(of.length),
        String(of.length - missed.length),
        String(asPassages),
        String(missed.length - asPassages),
      ];
    };
    return [
      ...tableOf(
        ['kinds of questions', 'questions', 'right', 'to passages instead', 'another kind'],
        [row('used for the forms', ofRules, false), row('never used', unseen, true)],
      ),
      '',
      ...wrong.flatMap(({ question, kind, got }) => [`“${question}”: ${got}, and should be ${kind}.`, '']),
      ...(await ofOtherSets(data)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Questions of other sets, asked of their own documents: nearly all are for passages. */
async function ofOtherSets(data: string): Promise<string[]> {
  const lines: string[] = [];
  for (const desk of ['en', 'de']) {
    const folder = join(data, 'desk', desk);
    if (!existsSync(folder)) continue;
    const questions = deskQuestions(folder);
    const kinds = await kindsOf(
      [join(folder, 'files')],
      questions.map(({ q }) => q),
    );
    const others = questions.filter(({ kind }, at) => kinds[at] !== 'passages' && kind !== 'summarise');
    const summaries = questions.filter(({ kind }) => kind === 'summarise');
    const read = questions.filter(({ kind }, at) => kind === 'summarise' && kinds[at] === 'summary').length;
    const ofSummaries = summaries.length > 0 ? ` ${read} of ${summaries.length} for summaries are read as one.` : '';
    lines.push(
      `desk/${desk}: ${others.length} of ${questions.length - summaries.length} questions for passages are read as another kind.${ofSummaries}`,
    );
  }
  const xquad = join(data, 'xquad-dev');
  if (existsSync(xquad)) {
    const linesOf = (name: string): Record<string, string>[] =>
      readFileSync(join(xquad, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-xquad-'));
    try {
      for (const { _id, title = '', text = '' } of linesOf('corpus.jsonl'))
        await writeFile(join(folder, `${_id}.txt`), `${title}\n\n${text}\n`);
      for (const name of ['queries.jsonl', 'queries.de.jsonl', 'queries.es.jsonl']) {
        const questions = linesOf(name).map(({ text = '' }) => text);
        const kinds = await kindsOf([folder], questions);
        const others = kinds.filter((kind) => kind !== 'passages').length;
        lines.push(`xquad-dev, ${name}: ${others} of ${questions.length} questions are read as another kind.`);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return lines.flatMap((line) => [line, '']);
}
