/** Characters that SGML files of R2 name: those of ISO 8859-1 and a few more. Declared entities are never expanded. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

export const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  ...Object.fromEntries(LATIN_1.split(' ').map((name, at) => [name, String.fromCharCode(160 + at)])),
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  mu: 'μ',
  le: '≤',
  ge: '≥',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  hellip: '…',
  euro: '€',
  trade: '™',
};

/** The character of a reference without `&` and `;`; null for what names none that a text may hold. */
export function characterOf(reference: string): string | null {
  const [, decimal, hexadecimal] = /^#(?:(\d+)|[xX]([\da-fA-F]+))$/.exec(reference) ?? [];
  if (decimal === undefined && hexadecimal === undefined)
    return Object.hasOwn(ENTITIES, reference) ? (ENTITIES[reference] ?? null) : null;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isText = code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff);
  const isNone = (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
  return isText && !isNone ? String.fromCodePoint(code) : null;
}
