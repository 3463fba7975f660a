/** A full stop behind one of these ends no sentence, whatever follows. */
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|etc|approx|ca|bzw|z\.b|d\.h|vgl|bspw|ggf|evtl|inkl|exkl|zzgl|abzgl|sog|bzgl|incl|resp|dr|mr|mrs|ms|prof|st|al|sr|sra|fa|dipl|ing|dipl-ing|tel)\.\s*$/iu;
/** And behind one of these before a number: “See fig. 4” against “I like this fig.” */
const beforeNumber =
  /(?:^|[\s(])(?:fig|figs|eq|eqs|nos?|nr|vol|pp?|abs|abb|tab|kap|bd|art|ziff|sec|ch|ext|\p{L}*str)\.\s*$/iu;
/** A number, a Roman one, or a code that has one: “Nr. B-14”, “Eq. (A.1)”; “I” alone may be who speaks. */
const beginsWithNumber = /^[(§]?(?:(?:\p{Lu}{1,3}[-/ ]?|\p{Lu}\.)?\d|(?:[IVXL]{2,6}|[VXL])(?![\p{L}\p{N}]))/u;
/** A capital, as in a name, or the end of “z. B.”, “e. V.”, “u. a.” */
const endsWithInitial = /(?:^|[\s(„“"])(?:\p{Lu}|(?![ap]\.\s?m)\p{Ll}\.\s?\p{L})\.\s*$/u;
/** The begin of such a one: a single letter before another. */
const endsWithLetter = /(?:^|[\s(„“"])\p{Ll}\.\s*$/u;
const beginsWithLetter = /^\p{L}\./u;

/**
 * Whether the full stop at the end of a text belongs to an abbreviation, so that no sentence ends there.
 *
 * @param tail the last characters before the break, blanks included
 * @param next the first characters behind it
 */
export function endsWithAbbreviation(tail: string, next: string): boolean {
  if (abbreviation.test(tail) || endsWithInitial.test(tail)) return true;
  if (beforeNumber.test(tail) && beginsWithNumber.test(next)) return true;
  return endsWithLetter.test(tail) && beginsWithLetter.test(next);
}
