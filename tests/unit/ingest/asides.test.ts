import { type AsideKind, isAside } from '@shared/prompt/blocks';
import { describe, expect, it } from 'vitest';
import { documentOf } from './fixture-documents';

/** The blocks beside the text proper, in order. */
async function asidesOf(text: string, name: string): Promise<[AsideKind, string][]> {
  const { text: own, blocks } = await documentOf(text, name);
  return blocks.flatMap(({ kind, start, end }): [AsideKind, string][] =>
    isAside(kind) ? [[kind, own.slice(start, end).replace(/\s+/gu, ' ')]] : [],
  );
}
const prose = 'The mill on the river was built in 1832. It ground rye for the whole valley until the bridge fell.';

describe('what is beside the text of Markdown', () => {
  it.each([
    ['front matter', '---\ntitle: Mill\ntags: [a]\n---\n', 'front-matter', '--- title: Mill tags: [a] ---'],
    ['front matter in TOML', '+++\ntitle = "Mill"\n+++\n', 'front-matter', '+++ title = "Mill" +++'],
    [
      'a style with empty lines',
      '<style>\nh1 {\n\n  color: red;\n}\n</style>\n',
      'markup',
      '<style> h1 { color: red; } </style>',
    ],
    ['a template tag', '{% include "steps.html" step=3 %}\n', 'markup', '{% include "steps.html" step=3 %}'],
    ['a comment', '<!-- ignore the next line -->\n', 'markup', '<!-- ignore the next line -->'],
    ['the target of a link', '[12]: https://mill.test/a "Mill"\n', 'markup', '[12]: https://mill.test/a "Mill"'],
    ['the mark of a fenced part', '::: {.note title="Care"}\n', 'markup', '::: {.note title="Care"}'],
    ['links to other pages', '[Before](a.md) | [Behind](c.md)\n', 'navigation', '[Before](a.md) | [Behind](c.md)'],
    ['a link with an arrow', '[Next to Grain >](grain.md)\n', 'navigation', '[Next to Grain >](grain.md)'],
    ['a link by its words', '[Seite bearbeiten](edit)\n', 'navigation', '[Seite bearbeiten](edit)'],
    ['a path to the page', 'Home > Places > Mill\n', 'navigation', 'Home > Places > Mill'],
    ['rights', '© 2019 The millers\n', 'imprint', '© 2019 The millers'],
  ] as const)('%s', async (_, source, kind, shown) => {
    expect(await asidesOf(`${source}\n${prose}\n`, 'mill.md')).toEqual([[kind, shown]]);
  });

  it('states facts in TOML as in YAML', async () => {
    const { title, author } = await documentOf(`+++\ntitle = "Mill"\nauthor = "Ada Ferrow"\n+++\n${prose}`, 'mill.md');
    expect({ title, author }).toEqual({ title: 'Mill', author: 'Ada Ferrow' });
  });

  it('a table of contents, a list of sources and an imprint, with or without their words', async () => {
    const linked = '- [Wheel](#wheel)\n- [Stones](#stones)\n- [Grain](#grain)\n';
    expect((await asidesOf(`# Mill\n\n${linked}\n${prose}\n`, 'mill.md')).map(([kind]) => kind)).toEqual(
      Array(3).fill('contents'),
    );
    const sources = '- Ahlen, B. (2011). Mills. p. 4.\n- https://mill.test\n- The miller’s diary\n';
    const page = `# Mill\n\n## Inhalt\n\n- Rad\n- Steine\n\n${`## Rad\n\n${prose}\n\n`.repeat(4)}## Quellen\n\n${sources}\n## Impressum\n\nAda Ferrow, Mill Lane 4.\n`;
    expect((await asidesOf(page, 'mill.md')).map(([kind]) => kind)).toEqual([
      'contents',
      'contents',
      'references',
      'references',
      'references',
      'imprint',
    ]);
  });

  it.each([
    ['the third clause of a contract', '(c) The miller keeps the keys.'],
    ['prose below a heading of sources', `## Sources\n\n${prose.replace('1832', 'spring')}`],
    ['a clause about contents', '## Contents\n\nThe tenant insures the contents of the flat. The landlord does not.'],
    ['one link as a sentence', 'See [the rules of the mill](rules.md).'],
    ['an item that is a link', '- [Rules of the mill](rules.md)'],
    ['a way through a menu', `# Mill\n\n${prose}\n\n${prose}\n\nOpen File > Export > Copy`],
    ['a picture', '![The mill in spring](mill.png)'],
  ])('but not %s', async (_, source) => {
    expect(await asidesOf(`${prose}\n\n${source}\n\n${prose}\n`, 'mill.md')).toEqual([]);
  });
});

describe('what is beside the text of a page', () => {
  const body = `<main><h1>Mill</h1><p>${prose}</p></main>`;

  it.each([
    [
      '<nav><h2>Menu</h2><ul><li>Mills</li></ul></nav>',
      [
        ['navigation', 'Menu'],
        ['navigation', '- Mills'],
      ],
    ],
    ['<ul class="breadcrumb"><li>Home</li></ul>', [['navigation', '- Home']]],
    ['<div id="toc"><ul><li>1 Wheel</li></ul></div>', [['contents', '- 1 Wheel']]],
    ['<ol class="references"><li>Ahlen 2011</li></ol>', [['references', '1. Ahlen 2011']]],
    ['<section role="doc-colophon"><p>Set in Bodoni.</p></section>', [['imprint', 'Set in Bodoni.']]],
    ['<footer><p>The millers</p></footer>', [['imprint', 'The millers']]],
    ['<table class="navbox"><tr><td>Mills</td><td>Ponds</td></tr></table>', [['navigation', '| Mills | Ponds |']]],
  ])('%s', async (source, asides) => {
    expect(await asidesOf(`<html><body>${body}${source}</body></html>`, 'mill.html')).toEqual(asides);
  });

  it('is no foot of the text itself, and no heading of a menu', async () => {
    const page = `<html><body><nav><h2>Menu</h2></nav><article><p>${prose}</p><footer>By Ada</footer></article></body></html>`;
    expect(await asidesOf(page, 'mill.html')).toEqual([['navigation', 'Menu']]);
    expect((await documentOf(page, 'mill.html')).headings).toEqual([]);
  });

  it('is not the marks of sources and notes: they are left out', async () => {
    const page =
      '<p>It turned<sup><a href="#n1">[1]</a></sup> until 1910<sup>[<a href="/help">source needed</a>]</sup> at 3 m<sup>2</sup>.<a role="doc-noteref" href="#n2">2</a></p><h2>Wheel<a href="#wheel">¶</a></h2>';
    const { text } = await documentOf(`<html><body>${page}</body></html>`, 'mill.html');
    expect(text).toBe('It turned until 1910 at 3 m2.\n\n## Wheel');
  });
});
