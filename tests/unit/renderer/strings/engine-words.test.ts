import { errorCodes } from '@shared/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rungs } from '../../../../electron/engine/stages/prompt-headers';
import { engine } from '../../../../renderer/strings/de/engine';
import { formatSources, reasons } from '../../../../renderer/strings/de/reasons';
import * as english from '../../../../renderer/strings/en/reasons';
import { errorLine, saidError, saidNotice, saidReason } from '../../../../renderer/strings/engine-words';
import { speak, t } from '../../../../renderer/strings/index';
import { saidRemark } from '../../../../renderer/strings/remarks';
import { greetingAnswers } from '../../../../shared/greetings';
import {
  decisionsWithoutCode,
  engineNoticeCodes,
  errorReasonsInSource,
  modelReasonsInSource,
  reasonCodesInSource,
} from './source-words';

const codes: readonly string[] = Object.values(errorCodes).flat();
const asks = (saying: string) => saying.includes('{{');

describe('what the engine says, in English', () => {
  it('stays as the engine says it', () => {
    const report = { code: 'too-many-pages', message: 'A.', hint: 'B.', details: { pages: 9, maxPages: 5 } };
    expect(saidError(report)).toEqual({ message: 'A.', hint: 'B.', original: null });
    expect(saidNotice({ code: 'stopped', message: 'A.' })).toMatchObject({ message: 'A.', original: null });
  });

  it('but for the reasons of decisions, which have plain words by the same codes, for the same values', () => {
    const asked = (sayings: Readonly<Record<string, readonly string[]>>) =>
      Object.entries(sayings).map(([code, all]) => [
        code,
        all.map((saying) => [...saying.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()),
      ]);
    expect(asked(english.reasons)).toEqual(asked(reasons));
    expect(Object.keys(english.formatSources)).toEqual(Object.keys(formatSources));
    expect(
      Object.values(english.reasons)
        .flat()
        .filter((text) => /mapped by|cue:|\blane\b|!/u.test(text)),
    ).toEqual([]);
    expect(saidReason({ reason: 'mapped by exact', reasonCode: 'mapped-exact' })).toBe(
      'the heading has exactly this name',
    );
    const read = { reason: 'read from default', reasonCode: 'read-from', reasonValues: { source: 'default' } };
    expect(saidReason(read)).toBe('read from the default');
  });

  it('names no model where none counts the tokens', () => {
    const counted = { reason: 'E.', reasonCode: 'tokens-estimated' };
    const reasonValues = { tokens: 47, room: 3000, model: 'no model' };
    expect(saidReason({ ...counted, reasonValues })).toBe('the passages take about 47 of 3,000 tokens');
    expect(saidReason({ ...counted, reasonValues: { ...reasonValues, model: 'smollm2' } })).toContain('for smollm2');
  });

  it('greets as the interface does', () => {
    for (const kind of ['hello', 'thanks', 'farewell'] as const) {
      expect(t(`chat.greetings.${kind}`)).toBe(greetingAnswers[kind]);
    }
  });
});

describe('what the engine says, in German', () => {
  beforeEach(() => speak('de'));
  afterEach(() => speak('en'));

  it.each(codes)('can be said of the error %s without any detail, and keeps the original', (code) => {
    const said = saidError({ code, message: 'In English.', hint: 'A hint.' });
    expect(said.original).toBe('In English. A hint.');
    expect(asks(`${said.message}${said.hint}`)).toBe(false);
    expect(said.message).not.toBe('In English.');
  });

  it('has words for every notice in the source of the engine', () => {
    const found = engineNoticeCodes();
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter(({ text }) => !engine.notices[text] && !codes.includes(text))).toEqual([]);
    const spoken = Object.keys(engine.notices).filter((code) => !found.some(({ text }) => text === code));
    expect(spoken, 'no notice has these codes any more').toEqual([]);
  });

  it('has words for every reason that an error of the engine gives beside its code, and for no other', () => {
    const spoken = Object.values(engine.errors).flatMap((sayings) => sayings.flatMap(({ why }) => why ?? []));
    expect([...new Set(spoken)].sort()).toEqual(errorReasonsInSource());
  });

  it('says an error by its reason, and by its code alone where there is none', () => {
    const details = { server: 'Ollama', status: 401, why: 'key-refused' };
    const refused = { code: 'model-failed', message: 'E.', hint: 'E.' };
    expect(errorLine({ ...refused, details })).toContain('Ollama hat den Schlüssel abgelehnt (Status 401).');
    expect(errorLine({ ...refused, details: { ...details, why: 'of-tomorrow' } })).toContain('Das Modell hat versagt.');
    expect(errorLine(refused)).toContain('Das Modell hat versagt.');
  });

  it('calls the collections of Vitrine as the window does, and those of a person as they are named', () => {
    const said = (name: string) =>
      saidError({ code: 'collection-exists', message: 'E.', hint: 'E.', details: { name } }).message;
    expect(said('Library')).toBe('Die Sammlung Bibliothek gibt es schon.');
    expect(said('Sample')).toBe('Die Sammlung Beispiel gibt es schon.');
    expect(said('Boats')).toBe('Die Sammlung Boats gibt es schon.');
  });

  it('calls a server without a name of its own in German, and one with a name by it', () => {
    const said = (server: string, details: object = {}) =>
      errorLine({ code: 'model-unreachable', message: 'E.', hint: 'E.', details: { server, ...details } });
    const down = { why: 'embedding-down', place: 'here' };
    expect(said('The model server', down)).toMatch(/^Der Modellserver antwortet nicht unter here\. Starte den Server/);
    expect(said('Ollama', down)).toMatch(/^Ollama antwortet nicht unter here\. Starte den Server/);
    const inside = Object.values(engine.errors).flatMap((sayings) =>
      sayings.flatMap(({ message, hint }) => [message, hint].filter((text) => /.\{\{server\}\}/u.test(text))),
    );
    expect(inside, 'the name begins with a capital letter, in the nominative').toEqual([]);
  });

  it('says of a refused embedding what the server says of it, where it says something', () => {
    const said = (details: object) =>
      saidError({ code: 'model-failed', message: 'E.', hint: 'E.', details: { why: 'embedding-status', ...details } });
    const refused = { server: 'Ollama', status: 413 };
    expect(said({ ...refused, said: 'input too long' }).message).toBe(
      'Ollama hat mit Status 413 geantwortet: input too long.',
    );
    expect(said(refused).message).toBe('Ollama hat mit Status 413 geantwortet.');
  });

  it('says of a stage that failed what it failed for', () => {
    const details = { stage: 'A3_NLI_Gate', cause: 'limits-invalid', path: 'gate.nliPairs' };
    const said = saidError({ code: 'stage-failed', message: 'E.', hint: 'E.', details });
    expect(said.message).toBe('Die Stufe A3_NLI_Gate ist gescheitert. Die Grenze gate.nliPairs passt so nicht.');
  });

  it('has words for every reason not to use a model', () => {
    const found = modelReasonsInSource();
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((reason) => saidRemark(reason) === reason)).toEqual([]);
  });

  it('says a default with the reason why no model was asked', () => {
    const values = { model: 'ollama:any', reason: 'it took longer than 3000 ms' };
    expect(saidNotice({ code: 'default-used', message: 'E.', values }).message).toBe(
      'ollama:any wurde nicht verwendet (es brauchte länger als 3000 ms)',
    );
  });

  it('finds a code beside the reason of every decision', () => {
    expect(decisionsWithoutCode()).toEqual([]);
  });

  it.each(Object.keys(engine.notices))('can be said of the notice %s without any value', (code) => {
    const said = saidNotice({ code, message: 'In English.' });
    expect(said.original).toBe('In English.');
    expect(asks(said.message)).toBe(false);
  });

  it('speaks quietly and leaves nothing empty', () => {
    const errors = Object.values(engine.errors).flatMap((sayings) => sayings.flatMap((one) => [one.message, one.hint]));
    const all = [...errors, ...Object.values(engine.notices).flat()];
    expect(all.filter((text) => text.trim() === '' || text.includes('!'))).toEqual([]);
  });

  it('names what the details name', () => {
    const details = { pages: 12_345, maxPages: 5000 };
    expect(errorLine({ code: 'too-many-pages', message: '', hint: '', details })).toContain('12.345 Seiten');
    const choices = { path: 'tone', choices: ['neutral', 'formal'] };
    expect(errorLine({ code: 'edit-invalid', message: '', hint: '', details: choices })).toContain(
      'neutral oder formal',
    );
  });

  it('takes over a value as it is, whatever stands in it', () => {
    const values = { markers: '$& {{markers}} $1' };
    expect(saidNotice({ code: 'citation-removed', message: 'E.', values }).message).toContain('$& {{markers}} $1');
  });

  it('says a notice that passes an error on as that error', () => {
    const values = { cause: 'model-unreachable' };
    expect(saidNotice({ code: 'model-failed', message: 'E.', values })).toMatchObject({
      message: expect.stringContaining('Der Modellserver antwortet nicht. Starte ihn'),
      original: 'E.',
    });
    expect(saidNotice({ code: 'model-timeout', message: 'E.' }).message).toContain('nicht rechtzeitig');
    const refused = { cause: 'model-failed', server: 'Ollama', status: 403, why: 'key-refused' };
    expect(saidNotice({ code: 'model-failed', message: 'E.', values: refused }).message).toContain(
      'Ollama hat den Schlüssel abgelehnt (Status 403).',
    );
    expect(saidNotice({ code: 'keyword-only', message: 'E.', values: refused }).message).toBe(
      'Nur nach Wörtern gesucht, weil sich das Embedding-Modell nicht verwenden ließ. Ollama hat den Schlüssel abgelehnt (Status 403).',
    );
  });

  it('leaves alone what the window itself has said in German', () => {
    const report = { code: 'damaged', message: 'Auf Deutsch.', hint: '', details: { language: 'de' } };
    expect(saidError(report)).toEqual({ message: 'Auf Deutsch.', hint: '', original: null });
  });

  it('leaves alone what it does not know', () => {
    expect(saidNotice({ code: 'of-tomorrow', message: 'In English.' })).toMatchObject({
      message: 'In English.',
      original: null,
    });
  });

  it('has words for every reason of a decision in the source of the engine, and for no other', () => {
    const known = Object.keys(reasons);
    const found = reasonCodesInSource();
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((code) => !known.includes(code))).toEqual([]);
    // Made of a part that varies: the rung of A0's ladder, the kind of A3's contradiction, the verdict of a model.
    const made = /^(mapped-|differs-|model-)/;
    expect(known.filter((code) => !found.includes(code) && !made.test(code))).toEqual([]);
    for (const rung of rungs) expect(known).toContain(`mapped-${rung}`);
  });

  it('says a reason by its code, with figures as one writes them here and chunks by their names', () => {
    const weak = { reason: 'relevance 0.03 is below 0.50', reasonCode: 'below-threshold' };
    const reasonValues = { relevance: 0.03, threshold: 0.5 };
    expect(saidReason({ ...weak, reasonValues })).toBe('Relevanz 0,03, unter der Grenze von 0,5');
    const twice = { reason: '99 % the same as c0ffee', reasonCode: 'near-duplicate' };
    const values = { percent: 99, chunk: 'c0ffee' };
    expect(saidReason({ ...twice, reasonValues: values }, () => 'Bericht')).toBe('zu 99 % dasselbe wie Bericht');
    speak('en');
    expect(saidReason({ ...twice, reasonValues: values }, () => 'Report')).toBe('99 % the same as Report');
  });

  it('leaves the reason of a run of before as it was written', () => {
    expect(saidReason({ reason: 'relevance 0.03 is below 0.50' })).toBe('relevance 0.03 is below 0.50');
    expect(saidReason({ reason: 'x', reasonCode: 'below-threshold' })).toBe('x');
  });
});
