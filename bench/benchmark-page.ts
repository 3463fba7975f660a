import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';

export const repository = resolve(__dirname, '..');
const page = join(repository, 'docs', 'benchmarks.md');

const preamble = `# Benchmarks

Every figure on this page is written by a command of the repository and by nothing else: \`npm run bench\` (time and
memory) and \`npm run bench:quality\` (retrieval quality on labelled sets). Times are medians of one run on one machine;
the ratio to the raw library call in the same run is what can be compared across machines. Times of the engine are those
of the bundled one, as the program has it ([0035](adr/0035-what-a-search-costs.md)).
`;

const begin = (name: string): string => `<!-- ${name}: written by the bench -->`;
const end = (name: string): string => `<!-- end of ${name} -->`;

/** Replaces one section of docs/benchmarks.md and leaves the others as they are. */
export function writeSection(name: string, title: string, lines: readonly string[]): void {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : preamble;
  const section = `${begin(name)}\n## ${title}\n\n${lines.join('\n')}\n${end(name)}`;
  const from = text.indexOf(begin(name));
  const to = text.indexOf(end(name));
  const updated =
    from === -1
      ? `${text.trimEnd()}\n\n${section}\n`
      : `${text.slice(0, from)}${section}${text.slice(to + end(name).length)}`;
  writeFileSync(page, updated);
}

export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)];
}

export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `Machine: ${cpus().length} × ${first?.model ?? 'unknown processor'}, ${memory} GiB, Node ${process.versions.node}, ${process.platform}.`;
}

export const milliseconds = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

/** The data of a request that must succeed. */
export async function must<T>(
  result: Promise<{ ok: true; data: T } | { ok: false; error: { message: string } }>,
): Promise<T> {
  const settled = await result;
  if (!settled.ok) throw new Error(settled.error.message);
  return settled.data;
}
