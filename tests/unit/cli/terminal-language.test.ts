import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { speak } from '@shared/words/index';
import { languages } from '@shared/words/languages';
import { CommanderError } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildProgram } from '../../../electron/cli/program';
import { usageReport } from '../../../electron/cli/usage';
import { terminalLanguage } from '../../../electron/engine/host-options';
import { temporaryFolder } from '../../temporary-folder';

const folder = temporaryFolder();
afterEach(async () => {
  vi.restoreAllMocks();
  process.exitCode = 0;
  await speak('en');
});

/** A command's output on stdout and stderr; for bad usage, its JSON document too. */
async function written(language: (typeof languages)[number], ...args: readonly string[]): Promise<string> {
  await speak(language);
  const parts: string[] = [];
  const take = (part: string | Uint8Array) => parts.push(String(part)) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(take);
  vi.spyOn(process.stderr, 'write').mockImplementation(args.includes('--json') ? () => true : take);
  try {
    await buildProgram().parseAsync(['node', 'vitrine', ...args, '--library', join(folder, 'library')]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (args.includes('--json')) parts.push(JSON.stringify(usageReport(error)));
  }
  return parts.join('');
}

describe('the terminal', () => {
  it.each([
    ['en', ['search', 'silk'], 'No documents yet.'],
    ['de', ['search', 'silk'], 'Noch keine Dokumente.'],
    ['es', ['search', 'silk'], 'Aún no hay documentos.'],
    ['de', ['ask', '--help'], 'Aufruf: vitrine ask [Optionen] <question>\n\neine Frage stellen'],
    ['es', ['search', '--help'], '(valores: hybrid, vector, keyword;\n'],
    ['de', ['ask', ' '], 'Die Frage ist leer.\nSchreib, was du wissen willst'],
    ['es', ['delete', 'gone'], 'No están en la biblioteca: gone.'],
    ['de', ['status', '--chek'], 'Fehler: unbekannte Option „--chek“\nIst --check gemeint?'],
    ['es', ['serach', 'x'], 'error: comando desconocido «serach»\n¿Querías decir search?'],
    ['de', ['search', 'x', '--top', '0'], '„0“ passt nicht zur Option „--top <n>“. Nötig ist eine ganze Zahl von 1'],
    ['es', ['search', 'x', '--mode', 'y'], 'Los valores posibles son: hybrid, vector, keyword.'],
    ['de', ['run'], 'Fehler: es fehlt ein Prompt oder --from'],
    ['de', ['move', 'x'], 'Fehler: es fehlt die Option „--to <name>“'],
    ['es', ['search'], 'error: falta el argumento «query»'],
    ['de', ['search', '--top'], 'Fehler: der Option „--top <n>“ fehlt ihr Wert'],
    ['es', ['status', 'x'], 'error: demasiados argumentos para «status»: 1 en vez de 0'],
  ] as const)('speaks %s: %j', async (language, args, words) => {
    expect(await written(language, ...args)).toContain(words);
  });

  it('gives programs the same in every language', async () => {
    for (const args of [['delete', 'gone'], ['ask', ' '], ['jobs'], ['run'], ['search', '--top', 'x'], ['nothing']]) {
      const all = [];
      for (const language of languages) all.push(await written(language, ...args, '--json'));
      expect(JSON.parse(all[0] ?? '')).toBeTypeOf('object');
      expect(new Set(all).size, all.join('\n')).toBe(1);
    }
  });
});

describe('the language of a terminal', () => {
  it.each([
    ['en', undefined, {}],
    ['de', undefined, { LANG: 'de_AT.UTF-8' }],
    ['es', undefined, { LC_MESSAGES: 'es', LANG: 'de_DE' }],
    ['en', undefined, { LC_ALL: 'C.UTF-8', LC_MESSAGES: 'es', LANG: 'de_DE' }],
    ['es', undefined, { LC_ALL: '', LANG: 'es@euro' }],
    ['es', 'es', { LC_ALL: 'de_DE.UTF-8' }],
    ['de', 'fr', { LC_ALL: 'de_DE.UTF-8' }],
  ] as const)('is %s where %s is asked for in %j', (language, asked, env) => {
    expect(terminalLanguage(asked, folder, env)).toBe(language);
  });

  it('is that of the settings where one is chosen there', async () => {
    const chosen = (language: string) =>
      writeFile(join(folder, 'settings.json'), JSON.stringify({ 'appearance.language': language }));
    await chosen('es');
    expect(terminalLanguage(undefined, folder, { LANG: 'de_DE' })).toBe('es');
    expect(terminalLanguage('en', folder, { LANG: 'de_DE' })).toBe('en');
    await chosen('system');
    expect(terminalLanguage(undefined, folder, { LANG: 'de_DE' })).toBe('de');
  });
});
