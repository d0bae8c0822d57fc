/** Values that an item can have: by its control, its limits and its place in the message. */
import type { Catalogue, CatalogueItem, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { DatePrecision } from '../../schemas/compile/sources.types.ts';
import type { E2bMap, MapSlot } from '../../schemas/e2b/e2bMap.types.ts';
import { EMPTY_VALUE, truncate, type ItemValue } from '../case/itemValue.ts';
import type { Chance } from './chance.ts';
import { generatedFiles } from './generatedFiles.ts';
import texts from './texts.json' with { type: 'json' };

export type Language = keyof typeof texts;
export const LANGUAGES = Object.keys(texts) as Language[];

interface ValueSource {
  catalogue: Catalogue;
  codeLists: Record<string, CodeList>;
  map: E2bMap;
}

export interface PossibleValues {
  /** a value with a text, and at times a notation; null where a person enters none */
  text(itemId: string): ItemValue | null;
  /** a text, or a null flavor that the item allows */
  any(itemId: string): ItemValue | null;
  /** null flavors of the item that a message can contain at its place */
  nullFlavors(itemId: string): readonly string[];
}

/** How many of a hundred values are null flavors where they are allowed, and have a notation. */
const NULL_FLAVORS = 15;
const NOTATIONS = 30;
const MAX_SENTENCES = 3;
/** How many of a hundred texts begin with characters that XML, columns or fonts may trip over. */
const ODD_TEXTS = 5;
const ODD_BEGINNINGS = [
  '<b>&amp;</b>',
  '"a" \'b\'',
  ']]>',
  '😀',
  'e\u0301',
  '\u00e9\u2028x',
  '%20 #1',
  'ﷺ',
  '100\u00a0mg',
];
/** No date is later, so that a case is valid on any later day. */
const LAST_MOMENT = Date.UTC(2025, 0, 1);
const SPAN_MS = 1000 * 24 * 3600 * 1000;
const ZONES = ['', '', '+0900', '-0500', '+0000'];
const MAX_DIGITS = 8;

/** Values of one case: its language and the releases of its dictionaries are chosen once. */
export function possibleValues(source: ValueSource, language: Language, chance: Chance): PossibleValues {
  const { catalogue, codeLists, map } = source;
  const releases = new Map<string, string>();

  const release = (dictionary: string): string => {
    const known = releases.get(dictionary) ?? `${chance.between(20, 28)}.${chance.between(0, 1)}`;
    releases.set(dictionary, known);
    return known;
  };

  const textOf = (item: CatalogueItem): string => {
    const slot = slotOf(map, item.itemId);
    if (item.versionOf !== null) return release(catalogue.items[item.versionOf]?.dictionary ?? '');
    if (item.codeList !== null) return codeFrom(codeLists[item.codeList], chance);
    if (item.control === 'date') return dateText(item.precision, chance);
    if (item.control === 'yesNo') return chance.pick(['true', 'false']);
    if (item.control === 'trueOnly') return 'true';
    if (item.control === 'number') return numberText(item, chance);
    // codes of dictionaries, and what the message holds as a code or a number
    if (item.dictionary !== null || slot?.attribute === 'code') return digits(item, chance);
    if (slot?.attribute === 'value' && slot.codec !== 'telecom') return digits(item, chance);
    return prose(item, language, chance);
  };

  const nullFlavors = (itemId: string): readonly string[] => {
    const item = catalogue.items[itemId];
    return item && !isAlwaysInMessage(map, itemId) ? item.nullFlavors : [];
  };

  const text = (itemId: string): ItemValue | null => {
    const item = catalogue.items[itemId];
    if (!item || item.computed !== null || NOT_ENTERED.has(item.control)) return null;
    if (item.control === 'attachment') return attachment(chance);
    const notation =
      item.notation && chance.percent(NOTATIONS)
        ? prose(item, chance.pick(LANGUAGES.filter((other) => other !== language)), chance)
        : null;
    return { ...EMPTY_VALUE, value: textOf(item), notation };
  };

  return {
    text,
    any: (itemId) => {
      const flavors = nullFlavors(itemId);
      return flavors.length > 0 && chance.percent(NULL_FLAVORS)
        ? { ...EMPTY_VALUE, nullFlavor: chance.pick(flavors) }
        : text(itemId);
    },
    nullFlavors,
  };
}

/** Computed or derived, not entered. */
const NOT_ENTERED = new Set<CatalogueItem['control']>(['readOnly', 'rowReference']);

export const slotOf = (map: E2bMap, itemId: string): MapSlot | undefined =>
  map.slotsByItem.get(itemId)?.find(({ readOnly }) => !readOnly);

/** Whether every message has a value there: an empty item is read back as that value. */
export function isAlwaysInMessage(map: E2bMap, itemId: string): boolean {
  const slot = slotOf(map, itemId);
  return Boolean(slot?.fill || (slot?.attribute && slot.node.constants.has(slot.attribute)));
}

function codeFrom(list: CodeList | undefined, { pick }: Chance): string {
  const codes = list?.codes.filter(({ deleted }) => !deleted) ?? [];
  if (codes.length === 0) throw new Error(`code list ${list?.codeList ?? ''} has no codes to choose from`);
  return pick(codes).code;
}

/** Lengths of the digits of a moment down to a precision. */
const LENGTHS: Readonly<Record<DatePrecision, number>> = {
  year: 4,
  month: 6,
  day: 8,
  minute: 12,
  second: 14,
};

function dateText(precision: CatalogueItem['precision'], { between, pick }: Chance): string {
  const [from, to] = [LENGTHS[precision?.min ?? 'year'], LENGTHS[precision?.max ?? 'second']];
  const length = pick(Object.values(LENGTHS).filter((one) => one >= from && one <= to));
  const moment = new Date(LAST_MOMENT - between(1, SPAN_MS / 1000) * 1000);
  const text = moment.toISOString().replaceAll(/\D/g, '').slice(0, length);
  return length > LENGTHS.day ? text + pick(ZONES) : text;
}

function numberText({ number, maxLength }: CatalogueItem, { between, pick, percent }: Chance): string {
  const { min = 0, max = 999, decimals = 0, qualifier = false } = number ?? {};
  const length = Math.min(maxLength ?? MAX_DIGITS, MAX_DIGITS);
  const whole = String(
    between(Math.ceil(min), Math.max(Math.ceil(min), Math.min(max, 10 ** Math.min(length, 3) - 1))),
  );
  const fraction = decimals > 0 && percent(50) ? `.${between(1, 9)}` : '';
  const sign = qualifier && percent(20) ? pick(['<', '<=', '>', '>=']) : '';
  return sign + (whole.length + fraction.length <= length && Number(whole) < max ? whole + fraction : whole);
}

const digits = ({ maxLength }: CatalogueItem, { between }: Chance): string =>
  Array.from({ length: Math.min(maxLength ?? MAX_DIGITS, MAX_DIGITS) }, () => between(1, 9)).join('');

function prose(
  { control, maxLength }: CatalogueItem,
  language: Language,
  { pick, between, percent }: Chance,
): string {
  const count = control === 'longText' ? between(1, MAX_SENTENCES) : 1;
  const sentences = Array.from({ length: count }, () => pick(texts[language]));
  if (percent(ODD_TEXTS)) sentences.unshift(pick(ODD_BEGINNINGS));
  return truncate(sentences.join(' / '), maxLength).trim();
}

function attachment({ pick, percent }: Chance): ItemValue {
  const { fileKey, fileName, mediaType, size } = pick(generatedFiles);
  const compression = percent(30) ? { compression: 'DF' } : {};
  return {
    ...EMPTY_VALUE,
    value: fileKey,
    properties: { fileKey, fileName, mediaType, size, ...compression },
  };
}
