import { basename } from 'node:path';
import { openLanguageDetector } from '../../electron/engine/ingest';
import type { DebianPackages, PackagedFile } from './debian-packages';
import { glossaryTerms, htmlOutline, outlineQuestions } from './html-outline';
import { admissible, evenlyDrawn, type Pair } from './labelled-pairs';
import { manualPagePair } from './manual-page';
import { podQuestions } from './pod-questions';

interface Source {
  readonly package: string;
  /** Where `package` only names the one to take. */
  readonly dependency?: RegExp;
  readonly files: RegExp;
  readonly pairs: (file: PackagedFile) => Pair[];
}

export interface DevelopmentSet {
  readonly name: string;
  /** Weights are fitted on it; the others are held back, to look at. */
  readonly isFitted: boolean;
  readonly sources: readonly Source[];
  /** So many are drawn of what the sources hold; all where it is not said. */
  readonly count?: number;
  /** ISO 639-3, of translations: texts that are clearly in another language are left out. */
  readonly language?: 'deu';
}

const manualPage = ({ path, text }: PackagedFile): Pair[] =>
  manualPagePair(basename(path).replace(/\.[1-9]\w*\.gz$/u, ''), text);
const questions = ({ text }: PackagedFile): Pair[] => outlineQuestions(htmlOutline(text));
const questionsAsTerms = ({ text }: PackagedFile): Pair[] => outlineQuestions(htmlOutline(text, true));
const terms = ({ text }: PackagedFile): Pair[] => glossaryTerms(htmlOutline(text, true));

const python = { package: 'python3-doc', dependency: /^python3\.\d+-doc$/u };
const englishPages = /^usr\/share\/man\/man[1-8]\/[^/]+\.gz$/u;

export const developmentSets: readonly DevelopmentSet[] = [
  {
    name: 'man-en',
    isFitted: true,
    count: 400,
    sources: ['coreutils', 'git-man', 'manpages', 'manpages-dev', 'util-linux'].map((name) => ({
      package: name,
      files: englishPages,
      pairs: manualPage,
    })),
  },
  {
    name: 'faq-perl',
    isFitted: true,
    sources: [{ package: 'perl-doc', files: /\/perlfaq[1-9]\.pod$/u, pairs: ({ text }) => podQuestions(text) }],
  },
  {
    name: 'faq-mixed',
    isFitted: true,
    sources: [
      { ...python, files: /\/html\/faq\/(?!index)\w+\.html$/u, pairs: questions },
      { package: 'debian-faq', files: /\/FAQ\/[\w-]+\.en\.html$/u, pairs: questions },
      { package: 'r-doc-html', files: /\/R-FAQ\.html$/u, pairs: questions },
      { package: 'zsh-doc', files: /\/html\/FAQ\d\d\.html$/u, pairs: questions },
      { package: 'fetchmail', files: /\/fetchmail-FAQ\.html$/u, pairs: questions },
      { package: 'ffmpeg-doc', files: /\/manual\/(?:mailing-list-)?faq\.html$/u, pairs: questions },
      { package: 'git-doc', files: /\/gitfaq\.html$/u, pairs: questionsAsTerms },
      { package: 'apache2-doc', files: /\/manual\/en\/ssl\/ssl_faq\.html$/u, pairs: questions },
    ],
  },
  {
    name: 'glossary',
    isFitted: false,
    sources: [
      { ...python, files: /\/html\/glossary\.html$/u, pairs: terms },
      { package: 'git-doc', files: /\/gitglossary\.html$/u, pairs: terms },
      { package: 'apache2-doc', files: /\/manual\/en\/glossary\.html$/u, pairs: terms },
    ],
  },
  {
    name: 'man-de',
    isFitted: false,
    language: 'deu',
    count: 400,
    sources: [{ package: 'manpages-de', files: /^usr\/share\/man\/de\/man[1-8]\/[^/]+\.gz$/u, pairs: manualPage }],
  },
  {
    name: 'faq-de',
    isFitted: false,
    language: 'deu',
    sources: [{ package: 'debian-faq-de', files: /\/FAQ\/de\/[\w-]+\.de\.html$/u, pairs: questions }],
  },
];

/** @returns the set's pairs, and the packages they come from with their versions */
export async function makeSet(
  { sources, count, language }: DevelopmentSet,
  packages: DebianPackages,
): Promise<{ pairs: Pair[]; versions: string[] }> {
  const versions: string[] = [];
  const all = sources.flatMap((source) => {
    const name = packages.resolve(source.package, source.dependency);
    const pairs = packages.files(name, source.files).flatMap(source.pairs);
    if (pairs.length === 0) throw new Error(`${name} ${packages.version(name)} holds nothing like ${source.files}`);
    versions.push(`${name} ${packages.version(name)}`);
    return pairs;
  });
  const detector = await openLanguageDetector();
  const found = admissible(all).filter(({ text }) => !language || [language, 'und'].includes(detector.ofText(text)));
  return { pairs: evenlyDrawn(found, count ?? found.length), versions };
}
