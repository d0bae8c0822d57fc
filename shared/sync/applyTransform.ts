/** One text of a source as the value of an item. A closed list of transforms: rules are data and hold no script. */
import type { CatalogueItem, CodeList } from '../../schemas/compile/catalogue.types.ts';
import { fold } from '../text/fold.ts';
import alpha3 from './alpha3.json' with { type: 'json' };
import type { TextOf } from './conditions.ts';
import { convertUnit, isLost } from './convertUnit.ts';
import { lookUp, type Lookups } from './lookups.ts';
import type { MappingProblem, Transform } from './mappingRule.ts';
import { sourceDate } from './sourceDate.ts';
import { sourceNumber, type SourceNumber } from './sourceNumber.ts';

export type Outcome = { value: string } | { nullFlavor: string } | { problem: MappingProblem['kind'] };

export interface TransformWorld {
  codeLists: Readonly<Record<string, CodeList>>;
  lookups: Lookups;
}

/** What a null flavor begins with in value maps and constants. */
export const NULL_FLAVOR_PREFIX = 'null:';

const UNKNOWN = 'UNK';

/** The outcome of a text; null: it is empty. `textOf` reads other items of the row. */
export function applyTransform(
  transform: Transform,
  item: CatalogueItem,
  source: { text: string; textOf: TextOf },
  { codeLists, lookups }: TransformWorld,
): Outcome | null {
  const text = source.text.trim();
  if (transform.kind === 'constant') return outcomeOf(transform.value);
  if (transform.kind === 'map') return mapped(transform.values, text);
  if (text === '') return null;
  const codes = codesOf(item, codeLists);
  switch (transform.kind) {
    case 'text':
      return { value: text };
    case 'date':
      return dateOr(item, sourceDate(text, item.precision?.max ?? null));
    case 'number':
      return valueOr(inE2b(sourceNumber(text)), 'bad-number');
    case 'code':
      return valueOr(codes && !codes.open ? codeNamed(codes, text, 'code') : text, 'bad-code');
    case 'lookup':
      return looked(lookUp(lookups, transform, text));
    case 'unit':
      return inUnit(transform, item, text, source.textOf);
    case 'append':
      return { value: `${transform.label}: ${text}` };
    case 'country':
      return valueOr(codeNamed(codes, countries[text.toUpperCase()] ?? text, 'name'), 'not-found');
    case 'term':
      return valueOr(codeNamed(codes, text, 'name'), 'not-found');
  }
}

const countries: Readonly<Record<string, string | undefined>> = alpha3;

const valueOr = (value: string | null, problem: MappingProblem['kind']): Outcome =>
  value === null ? { problem } : { value };

/** A date that the source calls unknown is unknown, where the item can say so. */
const dateOr = ({ nullFlavors }: CatalogueItem, date: string | null): Outcome | null => {
  if (date !== '') return valueOr(date, 'bad-date');
  return nullFlavors.includes(UNKNOWN) ? { nullFlavor: UNKNOWN } : null;
};

/** A record without the value is no problem: the item is empty. */
const looked = (found: string | null): Outcome | null => (found === '' ? null : valueOr(found, 'not-found'));

/** A text of a rule, which may stand for a null flavor; '' for no value. */
const outcomeOf = (text: string): Outcome | null => {
  if (text === '') return null;
  return text.startsWith(NULL_FLAVOR_PREFIX)
    ? { nullFlavor: text.slice(NULL_FLAVOR_PREFIX.length) }
    : { value: text };
};

/** As it is written, or written in other letters. Without an entry an empty text is empty, any other a problem. */
function mapped(values: Readonly<Record<string, string>>, text: string): Outcome | null {
  const key = Object.hasOwn(values, text)
    ? text
    : Object.keys(values).find((known) => fold(known) === fold(text));
  if (key === undefined) return text === '' ? null : { problem: 'unmapped' };
  return outcomeOf(values[key] ?? '');
}

const codesOf = (
  { codeList }: CatalogueItem,
  codeLists: TransformWorld['codeLists'],
): CodeList | undefined => (codeList === null ? undefined : codeLists[codeList]);

/** The code, or by its name in any language; codes that were deleted are none. */
function codeNamed(list: CodeList | undefined, text: string, by: 'code' | 'name'): string | null {
  const codes = list?.codes.filter(({ deleted }) => !deleted) ?? [];
  const exact =
    codes.find(({ code }) => code === text) ?? codes.find(({ code }) => fold(code) === fold(text));
  if (exact || by === 'code') return exact?.code ?? null;
  const named = codes.find(({ label }) => Object.values(label).some((name) => isName(name, text)));
  return named?.code ?? null;
}

/** Routes are called `Oral use` in their list, and `ORAL` in studies. */
const isName = (name: string, text: string): boolean =>
  fold(name) === fold(text) || fold(name) === `${fold(text)} use`;

const inE2b = (given: SourceNumber | null): string | null => given && `${given.qualifier}${given.number}`;

const DECIMALS = 5;
const EXACT = 60;

function inUnit(
  { unit, unitItemOid }: Extract<Transform, { kind: 'unit' }>,
  { number }: CatalogueItem,
  text: string,
  textOf: TextOf,
): Outcome {
  const given = sourceNumber(text);
  if (given === null) return { problem: 'bad-number' };
  const from = unitItemOid === null ? unit : textOf(unitItemOid).trim();
  const inDecimals = (decimals: number): string | null => convertUnit(given.number, from, unit, decimals);
  const [rounded, exact] = [inDecimals(number?.decimals ?? DECIMALS), inDecimals(EXACT)];
  if (rounded === null || exact === null) return { problem: 'no-unit' };
  return isLost(exact, rounded) ? { problem: 'too-small' } : { value: `${given.qualifier}${rounded}` };
}
