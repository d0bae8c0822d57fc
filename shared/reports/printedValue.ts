/** How a report prints the value of an item. */
import type { CatalogueItem, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { DatePart, DateStyle } from '../../schemas/compile/reports.types.ts';
import type { ItemValue } from '../case/itemValue.ts';
import { parseDate, type PartialDate } from '../dates/partialDate.ts';
import type { ReportOptions, TermOf } from './report.types.ts';
import { reportWords } from './reportWords.ts';

/** English months whatever the language, since reports cross borders. */
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

const NULL_FLAVORS = 'null-flavors';
/** Null flavors with a word of their own on forms. */
const MASKED = 'MSK';
const UNKNOWN = 'UNK';

export interface PrintWorld {
  codeLists: Record<string, CodeList>;
  termOf: TermOf;
  options: Pick<ReportOptions, 'language' | 'notation'>;
  dates?: DateStyle | undefined;
}

/** The value as text; empty if the item has neither a value nor a null flavor. */
export function printedValue(
  world: PrintWorld,
  item: CatalogueItem,
  value: ItemValue | undefined,
  part?: DatePart,
): string {
  const { notation } = world.options;
  if (!value || (value.value === null && value.nullFlavor === null && value.notation === null)) return '';
  if (value.nullFlavor !== null) return part === undefined ? printedNullFlavor(world, value.nullFlavor) : '';
  const text = (notation ? value.notation : null) ?? value.value ?? value.notation ?? '';
  if (part !== undefined) return printedDatePart(text, part);
  if (value.properties?.fileName !== undefined) return value.properties.fileName;
  if (item.control === 'date') return printedDate(text, world.dates);
  if (item.control === 'yesNo' || item.control === 'trueOnly') return printedTruth(world, text);
  if (item.codeList !== null) return labelOf(world, item.codeList, text);
  return item.dictionary === null ? text : printedTerm(world, item.dictionary, text);
}

function printedNullFlavor(world: PrintWorld, nullFlavor: string): string {
  const { language } = world.options;
  if (nullFlavor === MASKED) return reportWords('masked', language);
  if (nullFlavor === UNKNOWN) return reportWords('unknown', language);
  return labelOf(world, NULL_FLAVORS, nullFlavor);
}

const printedTruth = ({ options: { language } }: PrintWorld, text: string): string =>
  text === 'true' ? reportWords('yes', language) : text === 'false' ? reportWords('no', language) : text;

/** The label of a code; a code outside the list as it is. */
function labelOf({ codeLists, options: { language } }: PrintWorld, codeList: string, code: string): string {
  const found = codeLists[codeList]?.codes.find((known) => known.code === code);
  return found?.label[language] ?? code;
}

function printedTerm({ termOf }: PrintWorld, dictionary: string, code: string): string {
  const term = termOf(dictionary, code);
  return term === undefined ? code : `${term} (${code})`;
}

/** `29-FEB-2024`, `FEB-2024` or `2024`, or the year first, with the time as far as it is given. */
export function printedDate(text: string, style: DateStyle = 'dayFirst'): string {
  const parsed = parseDate(text);
  if (!parsed.ok) return text;
  const { date } = parsed;
  const day =
    style === 'yearFirst'
      ? [
          printedPart(date, 'year'),
          ...[date.month, date.day].filter((unit) => unit !== undefined).map(twoDigits),
        ].join('/')
      : [printedPart(date, 'day'), printedPart(date, 'month'), printedPart(date, 'year')]
          .filter((part) => part !== '')
          .join('-');
  const time = [date.hour, date.minute, date.second].filter((unit) => unit !== undefined).map(twoDigits);
  const fraction = date.fraction === undefined ? '' : `.${date.fraction}`;
  return time.length === 0 ? day : `${day} ${time.join(':')}${fraction}${date.zone ?? ''}`;
}

/** One part of a date; empty where the date does not have it. */
export function printedDatePart(text: string, part: DatePart): string {
  const parsed = parseDate(text);
  return parsed.ok ? printedPart(parsed.date, part) : '';
}

function printedPart(date: PartialDate, part: DatePart): string {
  if (part === 'year') return String(date.year).padStart(4, '0');
  if (part === 'day') return date.day === undefined ? '' : twoDigits(date.day);
  return date.month === undefined ? '' : (MONTHS[date.month - 1] ?? '');
}

const twoDigits = (unit: number): string => String(unit).padStart(2, '0');
