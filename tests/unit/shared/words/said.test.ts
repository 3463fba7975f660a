import type { Answer, Calculation, Citation, CitedSentence } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { speak } from '@shared/words/index';
import { errorLine, noticeLines, saidBasis, saidError, saidNotice, saidReason, saidRemark } from '@shared/words/said';
import { asReason, notice, reasoned, remark, tooSlow } from '@shared/words/sayings';
import { afterEach, describe, expect, it } from 'vitest';

afterEach(() => speak('en'));

describe('an error', () => {
  const refused = new VitrineError('model-failed', { why: 'key-refused', server: 'Ollama', status: 401 });

  it('is its code and what it names; the English of it is in its report', () => {
    expect(refused.report()).toEqual({
      code: 'model-failed',
      message: 'Ollama refused the key (status 401).',
      hint: 'Check the API key, or ask without a model.',
      details: { why: 'key-refused', server: 'Ollama', status: 401 },
    });
  });

  it('is said in the language that is spoken, by its reason', async () => {
    await speak('de');
    expect(saidError(refused.report())).toMatchObject({
      message: 'Ollama hat den Schlüssel abgelehnt (Status 401).',
      hint: 'Prüfe den API-Schlüssel, oder frage ohne Modell.',
    });
  });

  it('is said by its code alone where its reason is not known, or something that it names is missing', async () => {
    await speak('de');
    const said = (details: object) => errorLine({ code: 'model-failed', details: { ...details } });
    expect(said({ why: 'of-tomorrow' })).toContain('Das Modell hat versagt.');
    expect(said({ why: 'key-refused', server: 'Ollama' })).toContain('Das Modell hat versagt.');
  });

  it('writes numbers and choices as one does in its language', async () => {
    const long = new VitrineError('too-many-pages', { why: 'pages', pages: 12_345, maxPages: 5000 });
    expect(long.report().message).toBe('The document has 12,345 pages; the limit is 5,000.');
    await speak('de');
    expect(errorLine(long.report())).toContain('12.345 Seiten');
    const choices = new VitrineError('edit-invalid', { why: 'choices', path: 'tone', choices: ['neutral', 'formal'] });
    expect(errorLine(choices.report())).toContain('neutral oder formal');
  });

  it('that stopped a stage is shown after the stage', () => {
    const cause = { code: 'limits-invalid', details: { why: 'unknown', path: 'gate.nliPears' } };
    const failed = new VitrineError('stage-failed', { why: 'stage', stage: 'A3_NLI_Gate', cause });
    expect(failed.report().message).toBe('The stage A3_NLI_Gate failed. There is no limit gate.nliPears.');
  });

  it('calls the collections of Vitrine as the window does, and a server without a name in words', async () => {
    await speak('de');
    const said = (name: string) =>
      saidError(new VitrineError('collection-exists', { why: 'name', name }).report()).message;
    expect([said('Sample'), said('Boats')]).toEqual([
      'Die Sammlung Beispiel gibt es schon.',
      'Die Sammlung Boats gibt es schon.',
    ]);
    const down = new VitrineError('model-unreachable', { why: 'embedding-down', server: 'unnamed', place: 'here' });
    expect(errorLine(down.report())).toMatch(/^Der Modellserver antwortet nicht unter here\./);
  });

  it('does not compile with a reason or without a value that its words do not have', () => {
    const wrong = () => [
      // @ts-expect-error no such reason
      new VitrineError('model-failed', { why: 'of-tomorrow' }),
      // @ts-expect-error the status is missing
      new VitrineError('model-failed', { why: 'key-refused', server: 'Ollama' }),
      // @ts-expect-error no such code
      new VitrineError('of-tomorrow'),
    ];
    expect(wrong).toBeTypeOf('function');
  });
});

describe('a notice', () => {
  it('is said with why a model was not used, for each stage of the same cause together', async () => {
    const used = (stage: string) => notice('default-used', { model: 'ollama:any', stage, ...asReason(tooSlow(3000)) });
    expect(saidNotice(used('A0'))).toBe(
      'ollama:any was not used (it took longer than 3 s): stage Read used its rules instead.',
    );
    const alone = ['A5', 'A2'].map((stage) => notice('default-used', { stage }));
    expect(noticeLines([...alone, notice('no-reranker'), used('A4')]).map(({ text }) => text)).toEqual([
      'Stages Shape and Format followed their rules, without a language model.',
      'No reranking model is in use: the order of Find was kept.',
      'ollama:any was not used (it took longer than 3 s): stage Condense used its rules instead.',
    ]);
    await speak('de');
    expect(noticeLines([used('A0'), used('A4')]).map(({ text }) => text)).toEqual([
      'ollama:any wurde nicht verwendet (es brauchte länger als 3 s): Die Stufen Lesen und Kürzen sind stattdessen ihren Regeln gefolgt.',
    ]);
    const refused = notice('rerank-failed', { reason: 'model-timeout' });
    expect(saidNotice(refused)).toContain('(Das Modell hat nicht rechtzeitig geantwortet)');
  });

  it('that passes an error on is said as that error', async () => {
    await speak('de');
    expect(saidNotice({ code: 'model-timeout' })).toContain('nicht rechtzeitig');
    const refused = { cause: 'model-failed', server: 'Ollama', status: 403, why: 'key-refused' };
    expect(saidNotice(notice('model-failed', refused))).toContain('den Schlüssel abgelehnt (Status 403).');
    expect(saidNotice(notice('keyword-only', refused))).toMatch(/^Nur nach Wörtern gesucht.* abgelehnt/);
  });

  it('inserts a value unchanged, whatever it contains', () => {
    const markers = '$& {{markers}} $1';
    expect(saidNotice(notice('citation-removed', { markers }))).toContain(markers);
  });
});

describe('a remark on a file', () => {
  it('is a code with what its words name, and does not compile without', async () => {
    const named = remark('named-otherwise', { extension: 'txt', kind: '.docx' });
    expect(saidRemark(named)).toBe('The file is named .txt but is .docx.');
    await speak('de');
    expect(saidRemark(named)).toBe('Der Dateiname endet auf .txt; der Inhalt ist: .docx.');
    // @ts-expect-error the kind is missing
    remark('named-otherwise', { extension: 'txt' });
  });
});

describe('the reason of a decision', () => {
  it('is said by its code, with figures as one writes them and chunks by their names', async () => {
    const twice = reasoned('near-duplicate', { percent: 99, chunk: 'c0ffee' });
    expect(saidReason(twice, () => 'Report')).toBe('99 % the same as Report');
    await speak('de');
    expect(saidReason(twice, () => 'Bericht')).toBe('zu 99 % dasselbe wie Bericht');
    const weak = reasoned('below-threshold', { relevance: 0.03, threshold: 0.5 });
    expect(saidReason(weak)).toBe('Relevanz 0,03, unter der Grenze von 0,5');
  });

  it('names no model where none counts the tokens, and a source in words', () => {
    const counted = reasoned('tokens-estimated', { tokens: 47, room: 3000, model: 'no model' });
    expect(saidReason(counted)).toBe('the passages take about 47 of 3,000 tokens');
    expect(saidReason(reasoned('read-from', { source: 'default' }))).toBe('read from the default');
  });
});

describe('the line on what an answer rests on', () => {
  const answer = { outcome: 'answered', way: 'passages', quoted: true, citations: [], cited: [] } as unknown as Answer;
  const lease = (headings: string[], marker = 1) => ({ marker, title: 'Lease', headings }) as unknown as Citation;
  const sentence = { text: 'It ends in May.', support: 'supported' } as CitedSentence;

  it('names the documents that were looked at, the rows of the table, the place of a quotation', () => {
    const census = { asks: 'count', looked: 1000, of: 1000, unclear: 2, found: [], column: null } as const;
    const calculation = { title: 'Sales', rows: 4 } as Calculation;
    const quoted = { ...answer, citations: [lease(['Notice'])], cited: [sentence, sentence] };
    const two = { ...quoted, citations: [lease(['Notice']), lease(['Rent'], 2)] };
    expect([{ ...answer, census }, { ...answer, calculation }, quoted, two].map(saidBasis)).toEqual([
      '1,000 documents were looked at. 2 do not say.',
      '4 rows of Sales',
      '2 sentences from Lease › Notice',
      '2 sentences from 2 passages',
    ]);
  });

  it('says who wrote, and how many sentences the passages hold; nothing of that where the answer was stopped', () => {
    const written: Answer = {
      ...answer,
      quoted: false,
      model: 'qwen3',
      cited: [sentence, { ...sentence, support: 'weak' }],
    };
    expect(saidBasis(written)).toBe('Written by qwen3, 1 of 2 sentences found in the passages');
    expect(saidBasis({ ...written, outcome: 'incomplete' })).toBe('Written by qwen3');
    expect(saidBasis({ ...written, way: null })).toContain('Written without your documents');
  });

  it('is no verdict: best passages and nothing found have none', () => {
    expect([saidBasis({ ...answer, outcome: 'passages' }), saidBasis({ ...answer, outcome: 'nothing' })]).toEqual([
      '',
      '',
    ]);
  });
});
