import type { R2Map } from '../../../schemas/e2b/r2Map.types.ts';

/** Units that may have a prefix, and units without. */
const METRIC =
  /^(?:[yzafpnumcdhkMGT]|da)?(?:g|L|l|m|s|mol|Pa|bar|Hz|Bq|Ci|Cel|K|J|cal|W|V|A|Gy|Sv|eq|osm|kat|U|Osm|\[iU\]|\[IU\]|m\[Hg\]|m\[H2O\])$/;
const OTHER = /^(?:min|h|d|wk|mo|a|%|deg|10\*-?\d+|10\^-?\d+|\d+|\{[!-z|~]*\}|\[[\w'-]+\])$/;

/** No patient is measured by millions of grams, litres, moles, equivalents, osmoles, metres or seconds: a capital begins the word. */
const CAPITAL_MILLI = /(^|[/.])M(?=(?:g|l|L|mol|eq|osm|Osm|m|s)(?:$|[/.\d]))/g;
/** Nor by the gigametre: grams. */
const CAPITAL_GRAM = /(^|[/.])Gm(?=$|[/.])/g;

/**
 * The UCUM code of a unit as senders spell it: itself where it is one, or what it is known to mean. Null for a unit that
 * is none.
 */
export function ucumOf(text: string, { codes: { units } }: R2Map): string | null {
  const code = text
    .replaceAll(/[µμ]/g, 'u')
    .replaceAll(/\s+/g, '')
    .replace(CAPITAL_MILLI, '$1m')
    .replace(CAPITAL_GRAM, '$1g');
  const known = code.toLowerCase();
  if (Object.hasOwn(units, known)) return units[known] ?? null;
  if (isUcum(code)) return code;
  const folded = code
    // 10*9 cells per litre, or grams of a program that writes capitals alone
    .replace(/(^|\/)G(?=$|\/)(?!\/L$)/gi, '$1g')
    .replace(/(^|\/)M(G|L)(?=$|\/)/gi, (_, a, b) => `${a}m${b === 'L' || b === 'l' ? 'L' : 'g'}`);
  return folded !== code && isUcum(folded) ? folded : null;
}

const isUcum = (code: string): boolean =>
  code !== '' &&
  code
    .replace(/^\//, '')
    // not inside of an annotation
    .split(/[/.](?![^{]*\})/)
    .every((term) => {
      const bare = term.replace(/(?<=[A-Za-z\]])-?\d$/, '').replace(/\{[!-z|~]*\}$/, '');
      return METRIC.test(bare) || OTHER.test(bare === '' ? term : bare);
    });
