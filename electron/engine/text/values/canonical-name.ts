/** Legal forms, without full stops: behind one of these a name is complete. */
export const legalForms = new Set(
  'inc incorporated corp corporation co company llc lc lp llp lllp ltd limited plc gmbh ag kg kgaa se ohg ug gbr ev eg mbh sa sas sarl sl slu srl spa nv bv bvba ab asa as aps oy oyj pty pte na pc pllc sca cv mbb ggmbh ek'.split(
    ' ',
  ),
);

/**
 * A name in the form that names are compared in: capitals, white space collapsed, without commas, “&” as “and”, and one
 * spelling of each legal form: L.L.C. is LLC, Incorporated and Inc are INC., Limited and Ltd are LTD.
 */
export function canonicalName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[’‘`]/gu, "'")
    .replace(/\s*&\s*/gu, ' and ')
    .replace(/,/gu, ' ')
    .replace(/(?<![\p{L}.])(?:\p{L}\.){2,}(?=\s|$)/gu, (dotted) =>
      legalForms.has(dotted.replace(/\./gu, '').toLowerCase()) && !/^[NBS]\.?[VA]/iu.test(dotted)
        ? dotted.replace(/\./gu, '')
        : dotted,
    )
    .replace(/\s+/gu, ' ')
    .trim()
    .toUpperCase()
    .replace(/(?<= )(?:INCORPORATED|INC)$/u, 'INC.')
    .replace(/(?<= )(?:LIMITED|LTD)$/u, 'LTD.')
    .replace(/(?<= )(CO|CORP)$/u, '$1.');
}
