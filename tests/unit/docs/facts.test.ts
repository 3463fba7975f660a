import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FormatId, formats } from '@shared/formats';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json';
import { rooms } from '../../../renderer/state/shell';
import { limits } from '../stages/memory-library';

const read = (path: string): string => readFileSync(resolve(__dirname, '../../..', path), 'utf8').replace(/\s+/gu, ' ');
const readme = read('README.md');
const guide = read('docs/guide/user-guide.md');
const architecture = read('docs/guide/architecture.txt');
const deviations = read('docs/deviations.md');

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The names of formats on the pages, where these are not their ids. */
const names: Readonly<Partial<Record<FormatId, readonly [readme: string, guide: string]>>> = {
  txt: ['Plain text', 'plain text'],
  md: ['Markdown', 'Markdown'],
  pdf: ['PDF', 'PDF'],
  html: ['HTML', 'web pages'],
  csv: ['csv', 'CSV'],
  json: ['JSON', 'JSON'],
  rtf: ['RTF', 'RTF'],
  eml: ['mails (eml', '`.eml`'],
  mbox: ['mbox)', '`.mbox`'],
  docx: ['docx', 'Word'],
  pptx: ['pptx', 'PowerPoint'],
  xlsx: ['xlsx', 'Excel'],
  odt: ['odt', 'OpenDocument text'],
  odp: ['odp', 'slides'],
  ods: ['ods', 'sheets'],
  epub: ['EPUB', 'EPUB'],
  image: ['Scans and pictures', 'Scanned pages'],
  code: ['source code', 'source code'],
};

describe('the pages for people', () => {
  it('say the limits that are shipped', () => {
    const { ingest, answer } = limits;
    const size = `${ingest.maxFileBytes / 1e6} MB`;
    expect(readme).toContain(`up to ${size} a file`);
    expect(guide).toContain(`A file larger than ${size} is refused`);
    expect(guide).toContain(`A question may have up to ${answer.maxQuestionCharacters} characters`);
    const { balanced } = ingest.profiles;
    expect(architecture).toContain(`at most ${balanced?.size} characters that overlap by up to ${balanced?.overlap}`);
  });

  it('say from which confidence a quotation is called an answer', () => {
    const { high, medium, low } = limits.answer.bands;
    expect(guide).toContain(`quoted with a probability of at least ${percent(high)} of being right`);
    expect(guide).toContain(`Below ${percent(low)}, no language model is asked`);
    const bands = [high, medium, low].map((band) => String(band).replace(/^0/u, ''));
    expect(deviations).toContain(`from ${bands[0]}, ${bands[1]} and ${bands[2]}`);
  });

  it.each(Object.keys(formats) as FormatId[])('name the format %s', (format) => {
    const [inReadme, inGuide] = names[format] ?? [format, format];
    expect(readme).toContain(inReadme);
    expect(guide).toContain(inGuide);
  });

  it('ask for the Node that the package asks for', () => {
    const least = manifest.engines.node.replace('>=', '');
    expect(readme).toContain(`(https://nodejs.org) ${least} or newer`);
    expect(read('CONTRIBUTING.md')).toContain(`Node ${least} or newer`);
  });
});

const madeOf: unknown = JSON.parse(readFileSync(resolve(__dirname, '../../../docs/images/made-of.json'), 'utf8'));

describe('the pictures of the README', () => {
  it('show the rail as it is; otherwise `npm run pictures` makes them again', () => {
    expect(madeOf).toEqual({ rooms });
  });
});
