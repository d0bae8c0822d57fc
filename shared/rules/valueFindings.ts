/** Findings about a single value, independent of its case. */
import type { CatalogueItem, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import { exceedsLength, lengthOf, type ItemValue } from '../case/itemValue.ts';
import {
  MIN_YEAR,
  comparePrecision,
  displayDate,
  isFuture,
  parseDate,
  precisionOf,
} from '../dates/partialDate.ts';
import type { Severity } from './finding.types.ts';
import { precisionWord, sentence } from './messages.ts';
import type { Facts, SentenceId } from './messages.ts';
import { isUcum, UCUM } from './ucum.ts';

export interface ValueFinding {
  ruleId: string;
  severity: Severity;
  message: LocalizedText;
}

export interface ValueWorld {
  /** by name; every list that items of the catalogue name */
  codeLists: Record<string, CodeList>;
  now: Date;
}

/** The problems of an item's value; none if it is empty. Throws if its code list is missing. */
export function valueFindings(item: CatalogueItem, entry: ItemValue, world: ValueWorld): ValueFinding[] {
  const { value, nullFlavor, notation } = entry;
  return [
    ...(value && nullFlavor ? [error('value.withNullFlavor', { nullFlavor })] : []),
    ...(nullFlavor ? nullFlavorFindings(item, nullFlavor) : []),
    ...(value
      ? [...lengthFindings(item, value, 'value.tooLong'), ...contentFindings(item, value, entry, world)]
      : []),
    ...(notation ? notationFindings(item, notation) : []),
  ];
}

const error = (ruleId: SentenceId, facts?: Facts): ValueFinding => ({
  ruleId,
  severity: 'error',
  message: sentence(ruleId, facts),
});

const warning = (ruleId: SentenceId, facts?: Facts): ValueFinding => ({
  ...error(ruleId, facts),
  severity: 'warning',
});

function nullFlavorFindings({ nullFlavors }: CatalogueItem, nullFlavor: string): ValueFinding[] {
  if (nullFlavors.includes(nullFlavor)) return [];
  if (nullFlavors.length > 0)
    return [error('nullFlavor.notAllowed', { nullFlavor, allowed: nullFlavors.join(', ') })];
  return [{ ...error('nullFlavor.none'), ruleId: 'nullFlavor.notAllowed' }];
}

/** One that the item no longer takes is still in the case, and in messages with second-language texts. */
const notationFindings = (item: CatalogueItem, notation: string): ValueFinding[] => [
  ...(item.notation ? [] : [warning('notation.none')]),
  ...lengthFindings(item, notation, 'notation.tooLong'),
];

/** Values of these controls are not typed by a user: a stored form, a constant, a file hash. */
const NOT_MEASURED = new Set(['date', 'yesNo', 'trueOnly', 'attachment', 'rowReference']);

function lengthFindings(
  { control, maxLength }: CatalogueItem,
  text: string,
  rule: SentenceId,
): ValueFinding[] {
  if (maxLength === null || NOT_MEASURED.has(control)) return [];
  return exceedsLength(text, maxLength) ? [error(rule, { length: lengthOf(text), max: maxLength })] : [];
}

function contentFindings(
  item: CatalogueItem,
  value: string,
  entry: ItemValue,
  world: ValueWorld,
): ValueFinding[] {
  switch (item.control) {
    case 'date':
      return dateFindings(item, value, world.now);
    case 'number':
      return numberFindings(item, value);
    case 'yesNo':
      return ['true', 'false'].includes(value) ? [] : [error('boolean.malformed', { value })];
    case 'attachment':
      return entry.properties?.damaged ? [warning('file.damaged')] : [];
    case 'trueOnly':
      return value === 'true' ? [] : [error('boolean.trueOnly')];
    default:
      return item.codeList === null ? [] : codeFindings(item.codeList, item.dictionary, value, entry, world);
  }
}

function codeFindings(
  name: string,
  dictionary: string | null,
  code: string,
  { properties }: ItemValue,
  { codeLists }: ValueWorld,
): ValueFinding[] {
  const list = codeLists[name];
  if (!list) throw new Error(`code list ${name} was not given to the check`);
  const { codeSystem } = properties ?? {};
  // a code of another code system cannot be looked up here
  if (codeSystem && codeSystem !== list.codeSystem) return [];
  const found = list.codes.find((entry) => entry.code === code);
  if (!found && list.open)
    return list.codeSystem === UCUM && !isUcum(code) ? [warning('code.notUcum', { code })] : [];
  // our copy of a dictionary may be older than the receiver's: an unknown code may exist there
  if (!found)
    return [dictionary === null ? error('code.unknown', { code }) : warning('code.unknown', { code })];
  return found.deleted ? [warning('code.deleted', { code })] : [];
}

function dateFindings({ precision, futureAllowed }: CatalogueItem, value: string, now: Date): ValueFinding[] {
  const parsed = parseDate(value);
  if (!parsed.ok) return [error(`date.${parsed.problem}`, { value, year: MIN_YEAR })];
  const given = precisionOf(value);
  return [
    ...(precision && given && comparePrecision(given, precision.min) < 0
      ? [error('date.tooImprecise', { precision: precisionWord(precision.min) })]
      : []),
    ...(precision && given && comparePrecision(given, precision.max) > 0
      ? [warning('date.tooPrecise', { precision: precisionWord(precision.max) })]
      : []),
    ...(!futureAllowed && isFuture(value, now) ? [error('date.future', { value: displayDate(value) })] : []),
  ];
}

const NUMBER = /^(?<qualifier>[<>]=?)?(?<digits>[-+]?\d+(?:\.(?<decimals>\d+))?)$/;

function numberFindings({ number }: CatalogueItem, value: string): ValueFinding[] {
  const { qualifier, digits, decimals = '' } = NUMBER.exec(value)?.groups ?? {};
  if (digits === undefined || (qualifier && !number?.qualifier))
    return [error('number.malformed', { value })];
  const { min, max, decimals: maxDecimals } = number ?? {};
  return [
    ...(maxDecimals !== undefined && decimals.length > maxDecimals
      ? [error('number.tooManyDecimals', { max: maxDecimals })]
      : []),
    ...(min !== undefined && Number(digits) < min ? [error('number.tooSmall', { min })] : []),
    ...(max !== undefined && Number(digits) > max ? [error('number.tooLarge', { max })] : []),
  ];
}
