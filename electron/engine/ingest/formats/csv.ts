import { remark } from '@shared/words/sayings';
import Papa from 'papaparse';
import type { DecodedText } from '../decode-text';
import { extensionOf } from '../document';
import type { ReadBlocks } from '../layout-blocks';
import type { ReadContext } from '../reader-errors';
import { PackedRows } from '../table-pieces';

/** The delimiter is guessed from what separates the lines into equally many values. */
const delimiters = [',', ';', '\t', '|'];

/** Comma-separated values (RFC 4180, and with other delimiters) as a table under its first row; rows count as in a spreadsheet. */
export function readCsv({ text, warnings }: DecodedText, context: ReadContext): ReadBlocks {
  const tabs = ['tsv', 'tab'].includes(extensionOf(context.fileName));
  // Empty lines tell no delimiter, and are rows that count.
  const { meta } = Papa.parse<string[]>(text, {
    delimiter: tabs ? '\t' : '',
    delimitersToGuess: delimiters,
    skipEmptyLines: 'greedy',
    preview: 1,
  });
  const rows = new PackedRows();
  let unclosed = 0;
  Papa.parse<string[]>(text, {
    delimiter: meta.delimiter,
    step({ data, errors }) {
      rows.add(data);
      unclosed += errors.filter((error) => error.type === 'Quotes').length;
    },
  });
  return {
    title: null,
    blocks: [{ kind: 'table', rows, sheet: {} }],
    warnings: unclosed > 0 ? [...warnings, remark('open-quotes')] : warnings,
  };
}
