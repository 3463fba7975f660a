import { afterEach, describe, expect, it, vi } from 'vitest';
import { DebianPackages } from '../../../scripts/development-sets/debian-packages';
import { glossaryTerms, htmlOutline, outlineQuestions } from '../../../scripts/development-sets/html-outline';
import { admissible, beirFiles, evenlyDrawn, paragraphs } from '../../../scripts/development-sets/labelled-pairs';
import { manualPagePair } from '../../../scripts/development-sets/manual-page';
import { podQuestions } from '../../../scripts/development-sets/pod-questions';
import { manualSections } from '../../../scripts/development-sets/troff-text';

const pair = (query: string, text: string) => ({ title: '', query, text });

describe('a development set', () => {
  it('has no short queries, no short texts, and nothing that was said before', () => {
    const kept = pair('How are kites flown?', 'They are held against the wind.');
    const pairs = [
      kept,
      pair('Flying kites', 'One holds them against the wind.'),
      pair('Do kites need wind?', 'Yes, they do.'),
      pair('how are KITES flown', 'By someone who runs with them.'),
      pair('How does one fly them?', 'They are held, against the wind'),
    ];
    expect(admissible(pairs)).toEqual([kept]);
  });

  it('is drawn evenly, from the first on, and always the same', () => {
    const numbers = Array.from({ length: 10 }, (_none, index) => index);
    expect(evenlyDrawn(numbers, 4)).toEqual([0, 2, 5, 7]);
    expect(evenlyDrawn(numbers, 5)).toEqual([0, 2, 4, 6, 8]);
    expect(evenlyDrawn(numbers, 10)).toEqual(numbers);
    expect(evenlyDrawn(numbers, 11)).toEqual(numbers);
    for (let length = 1; length < 60; length += 7) {
      for (let count = 1; count <= length; count += 1) {
        expect(evenlyDrawn(Array.from({ length }).fill(0), count)).toHaveLength(count);
      }
    }
  });

  it('is written as BEIR folders are: a line a document, a query and a judgement', () => {
    expect(
      beirFiles([{ title: 'Wind', query: 'What moves a kite?', text: 'The wind does.\n\nNothing else.' }]),
    ).toEqual({
      'corpus.jsonl': '{"_id":"d1","title":"Wind","text":"The wind does.\\n\\nNothing else."}\n',
      'queries.jsonl': '{"_id":"q1","text":"What moves a kite?"}\n',
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
    });
  });

  it('has paragraphs of one line each', () => {
    expect(paragraphs(['  one\n line ', ' \n', 'two'])).toBe('one line\n\ntwo');
  });
});

const page = String.raw`'\" t
.\" A page of nobody's.
.TH KITE 1
.ie \n(.g .ds Aq \(aq
.el .ds Aq '
.de XX
.SH hidden
..
.if t \{\
only in print
.\}
.SH "NAME"
kite, kited \- fly a kite \fBagainst\fR the wind
.SH SYNOPSIS
.B kite
.RB [ \-l
.IR length ]
.SH DESCRIPTION
Don\*(Aqt fly it near \(:Ubersee wires; see \*(lqSafety\*(rq \" not said
.BR wind (7).
.SS Options
.TP
\fB\-l\fP, \fB\-\-line\fP=\fILENGTH\fP
How long the line is,
in metres
.IP \(bu 2
pull
.IP hard 4
pull more
.TS
tab(:);
l l.
calm:0 m/s
_
storm:T{
25 m/s
T}
.TE
.nf
print("a\en");
.fi
`;

describe('the text of a manual page', () => {
  it('is that of its sections, without fonts, comments, macros and branches for print', () => {
    expect(manualSections(page)).toEqual([
      { heading: 'NAME', text: 'kite, kited - fly a kite against the wind' },
      { heading: 'SYNOPSIS', text: 'kite [-l length]' },
      {
        heading: 'DESCRIPTION',
        text: [
          "Don't fly it near Übersee wires; see “Safety” wind(7).",
          'Options',
          '-l, --line=LENGTH How long the line is, in metres',
          'pull',
          'hard pull more',
          'calm 0 m/s storm 25 m/s',
          'print("a\\n");',
        ].join('\n\n'),
      },
    ]);
  });

  it('is asked for by its one-line description, which the document is without', () => {
    const [found, ...others] = manualPagePair('kite', page);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ title: 'kite', query: 'fly a kite against the wind' });
    expect(found?.text.startsWith('SYNOPSIS\n\nkite [-l length]\n\nDESCRIPTION\n\nDon')).toBe(true);
    expect(found?.text).not.toContain('kited');
  });

  it('is none where a page only refers to another', () => {
    expect(manualPagePair('kited', '.so man1/kite.1\n')).toEqual([]);
  });
});

describe('questions in POD', () => {
  const pod = `=head1 NAME

kitefaq2 - Kites, and how they fly

=head1 DESCRIPTION

Nobody asks for this.

=head2 Why does C<< kite->fly >> need X<wind>wind?

It B<rises> on I<C<moving>> air, see L<the wind|wind/Air> and E<lt>airE<gt>.

=over 4

=item * Strong wind

=back

    fly();

=begin html

<b>no text</b>

=end html

=head1 Lines

=head2 How long is a line?

A hundred metres.

=cut
`;

  it('have the text up to the next heading, and the title of their section', () => {
    expect(podQuestions(pod)).toEqual([
      {
        title: 'Kites, and how they fly',
        query: 'Why does kite->fly need wind?',
        text: 'It rises on moving air, see the wind and <air>.\n\nStrong wind\n\nfly();',
      },
      { title: 'Lines', query: 'How long is a line?', text: 'A hundred metres.' },
    ]);
  });
});

describe('the outline of a web page', () => {
  const html = `<head><title>Kites?</title></head><div class="toc"><h2>Why not here?</h2></div>
    <h1>Chapter 2. Kites</h1><p>All of them.</p>
    <h2>2.1. Why do kites <code>fly</code>?<a class="headerlink">¶</a></h2>
    <p>Wind &amp;
       lift.</p><ul><li>First<li>Second</ul><script>no()</script><dl><dt>Lift</dt><dd>A force.</dd></dl>
    <h3>2.1.1 All of them?</h3><p>All but the torn ones.</p>
    <h2>Further reading</h2><p>None.</p><div id="footer">Printed today</div>`;

  it('gives the headings that ask, each with its text, titled by a section and by no other question', () => {
    expect(outlineQuestions(htmlOutline(html))).toEqual([
      { title: 'Kites', query: 'Why do kites fly?', text: 'Wind & lift.\n\nFirst\n\nSecond\n\nLift\n\nA force.' },
      { title: 'Kites', query: 'All of them?', text: 'All but the torn ones.' },
    ]);
  });

  it('gives the terms of a glossary, and not those within an entry', () => {
    const glossary = `<h2>Terms</h2><dl><dt>tail</dt><dd>Steadies a kite.<dl><dt>knot</dt><dd>In it.</dd></dl></dd>
      <dt>line</dt><dd>Holds it.</dd></dl>`;
    expect(glossaryTerms(htmlOutline(glossary, true))).toEqual([
      { title: '', query: 'What is tail?', text: 'Steadies a kite.\n\nknot\n\nIn it.' },
      { title: '', query: 'What is line?', text: 'Holds it.' },
    ]);
  });
});

describe('packages of Debian', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('are not to be had without apt, which is said', () => {
    vi.stubEnv('PATH', '');
    const packages = new DebianPackages();
    try {
      expect(() => packages.version('kite')).toThrow('apt-get is not here: these sets are made of packages of Debian');
    } finally {
      packages.remove();
    }
  });
});
