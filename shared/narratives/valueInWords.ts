/** How a narrative writes the value of an item. */
import type { Catalogue, CatalogueItem, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { ItemValue } from '../case/itemValue.ts';
import { printedValue } from '../reports/printedValue.ts';
import type { ReportLanguage, TermOf } from '../reports/report.types.ts';
import { ageInWords, dateInWords } from './inWords.ts';
import type { Format } from './template.types.ts';

export interface WordsWorld {
  catalogue: Catalogue;
  codeLists: Record<string, CodeList>;
  termOf: TermOf;
  language: ReportLanguage;
}

interface WrittenValue {
  item: CatalogueItem;
  value: ItemValue | undefined;
  /** of the item that holds the unit of the value */
  unit: ItemValue | undefined;
  formats: readonly Format[];
}

/** Empty where the item has neither a value nor a null flavor. */
export function valueInWords(world: WordsWorld, { item, value, unit, formats }: WrittenValue): string {
  const plain = plainText(world, item, value, formats.includes('notation'));
  const isNumber = plain !== '' && value?.nullFlavor === null;
  const text = isNumber ? withUnit(world, item, plain, unit, formats.includes('age')) : plain;
  if (formats.includes('upper')) return text.charAt(0).toUpperCase() + text.slice(1);
  return formats.includes('lower') ? lowerFirst(text) : text;
}

function plainText(
  { codeLists, termOf, language }: WordsWorld,
  item: CatalogueItem,
  value: ItemValue | undefined,
  notation: boolean,
): string {
  if (value && value.nullFlavor === null && value.value !== null && !notation) {
    if (item.control === 'date') return dateInWords(value.value, language);
    const term = item.dictionary === null ? undefined : termOf(item.dictionary, value.value);
    if (term !== undefined) return term;
  }
  return printedValue({ codeLists, termOf, options: { language, notation } }, item, value);
}

function withUnit(
  world: WordsWorld,
  { unitItem }: CatalogueItem,
  text: string,
  unit: ItemValue | undefined,
  isAge: boolean,
): string {
  const item = unitItem === null ? undefined : world.catalogue.items[unitItem];
  if (!item || !unit || unit.value === null) return text;
  const age = isAge ? ageInWords(text, unit.value, world.language) : null;
  return age ?? `${text} ${plainText(world, item, unit, false)}`;
}

/** Abbreviations keep their capitals. */
const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
