import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { speak } from '../../../../renderer/strings/index';
import { saidRemark } from '../../../../renderer/strings/remarks';

const engine = resolve(__dirname, '../../../../electron/engine');
const checks = resolve(engine, 'store/check-library.ts');

/**
 * Every sentence that the engine's readers put into `warnings`, its status into `health`, and a check into its findings,
 * with 7 for each value.
 */
function engineRemarks(): readonly string[] {
  const files = readdirSync(resolve(engine, 'ingest')).map((name) => resolve(engine, 'ingest', name));
  return [...files.filter((file) => file.endsWith('.ts')), resolve(engine, 'routes/library-status.ts'), checks].flatMap(
    (file) => {
      const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
      const found: string[] = [];
      const sentences = (node: ts.Node): void => {
        const text = ts.isTemplateExpression(node)
          ? node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join('')
          : ts.isStringLiteralLike(node)
            ? node.text
            : '';
        if (/^[A-Z7].* .*\.$/su.test(text)) found.push(text);
        ts.forEachChild(node, sentences);
      };
      const visit = (node: ts.Node): void => {
        const isNamed = (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && node.name.getText();
        const holds = file === checks ? 'words' : file.endsWith('library-status.ts') ? 'message' : 'warnings';
        const isPushed = ts.isCallExpression(node) && node.expression.getText() === 'warnings.push';
        if (isNamed === holds || isPushed) sentences(node);
        else ts.forEachChild(node, visit);
      };
      visit(source);
      return found;
    },
  );
}

describe('what the engine noticed, in German', () => {
  beforeAll(() => speak('de'));
  afterAll(() => speak('en'));

  it('is known, sentence by sentence', () => {
    const remarks = engineRemarks();
    expect(remarks.length).toBeGreaterThan(15);
    expect(remarks.filter((remark) => saidRemark(remark) === remark)).toEqual([]);
  });

  it.each([
    ['3 of 12 pages could not be read: 2, 4, 9.', '3 von 12 Seiten waren nicht zu lesen: 2, 4, 9.'],
    ['The file is named .txt but is a PDF.', 'Der Dateiname endet auf .txt; der Inhalt ist: ein PDF.'],
    [
      'The file is named without an extension but is Markdown.',
      'Der Dateiname hat keine Endung; der Inhalt ist: Markdown.',
    ],
    [
      '3 chunks are missing in the index. 2 stored files belong to no document. Repair it in Settings under Storage, or with vitrine status --repair.',
      'Die Bibliothek ist nicht, wie sie sein soll. Repariere sie in den Einstellungen unter Speicher oder mit „vitrine status --repair“. Gefunden wurde: Im Index fehlen 3 Chunks. 2 abgelegte Dateien gehören zu keinem Dokument.',
    ],
    ['Something nobody has said before.', 'Something nobody has said before.'],
  ])('%s', (remark, said) => {
    expect(saidRemark(remark)).toBe(said);
  });

  it('is as it was in English', () => {
    speak('en');
    expect(saidRemark('Index and catalogue agree.')).toBe('Index and catalogue agree.');
    speak('de');
  });
});
