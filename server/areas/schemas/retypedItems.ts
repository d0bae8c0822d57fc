/** Items whose values would be read as something else: what is stored means the same, or the change is refused. */
import type { CatalogueItem, CodeList } from '../../../schemas/compile/catalogue.types.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import { valueFindings } from '../../../shared/rules/valueFindings.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import { everyDefinition, type Definitions } from '../../catalogue/retired.ts';

/** An item under two versions of the files, with the lists of its codes. */
export interface RetypedItem {
  /** the kind of the records whose item it is; null: it is an item of cases */
  kind: string | null;
  was: TypedItem;
  is: TypedItem;
}

interface TypedItem {
  item: CatalogueItem;
  /** null: its values are no codes of a list */
  codeList: CodeList | null;
}

/** Values of these controls say what they mean without the files; a number or a date is as well read as a text. */
const PLAIN = new Set<CatalogueItem['control']>(['text', 'longText', 'readOnly', 'number', 'date']);
const TEXTS = new Set<CatalogueItem['control']>(['text', 'longText', 'readOnly']);
const BOOLEANS = new Set<CatalogueItem['control']>(['yesNo', 'trueOnly']);
const OF_A_LIST = new Set<CatalogueItem['control']>(['codeList', 'radio']);

/** Findings that say that a text is not what the control holds; others are about a value that is read well. */
const UNREAD = new Set([
  'number.malformed',
  'date.malformed',
  'date.noSuchDay',
  'date.noSuchTime',
  'boolean.malformed',
  'boolean.trueOnly',
  'code.unknown',
]);

/** Of cases, and of every kind of records. */
export const retypedItems = (now: CatalogueSource, next: CatalogueSource): RetypedItem[] => [
  ...retyped(null, [now.whole, now], [next.whole, next]),
  ...Object.values(next.whole.records).flatMap(({ kind, catalogue }) =>
    retyped(kind, [everyDefinition(now, kind), now], [catalogue, next]),
  ),
];

type Side = readonly [Definitions, Pick<CatalogueSource, 'codeLists'>];

const retyped = (kind: string | null, [now, before]: Side, [next, after]: Side): RetypedItem[] =>
  Object.values(now.items).flatMap((item) => {
    const later = next.items[item.itemId];
    if (!later || typeName(item) === typeName(later)) return [];
    return { kind, was: typed(item, before), is: typed(later, after) };
  });

const typed = (item: CatalogueItem, { codeLists }: Side[1]): TypedItem => ({
  item,
  codeList: item.codeList === null ? null : (codeLists[item.codeList] ?? null),
});

/** What the text of a value is, in the words of the schema files: values of one type are read alike. */
export function typeName({ control, codeList, dictionary, dictionaryFrom, chooses }: CatalogueItem): string {
  const holds = TEXTS.has(control) ? 'text' : OF_A_LIST.has(control) ? 'codeList' : control;
  return [holds, codeList, dictionary, dictionaryFrom, chooses].filter(Boolean).join(' ');
}

/** Whether a stored value would still mean the same. */
export function isReadAlike(value: string, { was, is }: RetypedItem): boolean {
  const isPlain = isPlainItem(was.item);
  if (isPlain && isPlainItem(is.item) && TEXTS.has(is.item.control)) return true;
  if (was.codeList && is.codeList && was.item.dictionary === is.item.dictionary)
    return meaning(was.codeList, value) === meaning(is.codeList, value);
  const { control } = is.item;
  const canBe =
    (isPlain && (PLAIN.has(control) || BOOLEANS.has(control) || is.codeList !== null)) ||
    (BOOLEANS.has(was.item.control) && BOOLEANS.has(control));
  return canBe && !unread(value, is);
}

const isPlainItem = ({ control, codeList, dictionary, dictionaryFrom }: CatalogueItem): boolean =>
  PLAIN.has(control) && codeList === null && dictionary === null && dictionaryFrom === undefined;

const meaning = ({ codes }: CodeList, code: string): string | undefined =>
  codes.find((one) => one.code === code)?.label.en;

/** Which day it is does not matter: a date that lies ahead is read well. */
function unread(value: string, { item, codeList }: TypedItem): boolean {
  const world = { codeLists: codeList ? { [codeList.codeList]: codeList } : {}, now: new Date(0) };
  return valueFindings(item, { ...EMPTY_VALUE, value }, world).some(({ ruleId }) => UNREAD.has(ruleId));
}
