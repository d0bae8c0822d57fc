/** Items whose values would be read as something else: what is stored means the same, or the change is refused. */
import type { CatalogueItem, CodeList } from '../../schemas/compile/catalogue.types.ts';
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import { LANGUAGES } from '../../schemas/compile/languages.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { valueFindings } from '../../shared/rules/valueFindings.ts';
import { fold } from '../../shared/text/fold.ts';
import { everyDefinition, type Compiled, type Definitions } from './retired.ts';

/** An item under two versions of the files, with the lists of its codes. */
export interface RetypedItem {
  /** the kind of the records whose item it is; null: it is an item of cases */
  kind: string | null;
  /** the region that reads it by another list, or its list otherwise; null: all do */
  appendix: string | null;
  was: TypedItem;
  is: TypedItem;
}

interface TypedItem {
  item: CatalogueItem;
  /** null: its values are no codes of a list */
  codeList: CodeList | null;
  /** codes that the list had once */
  retired: CodeList['codes'];
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

/** Of cases, as all regions and as each of them read them, and of every kind of records. */
export const retypedItems = (now: Compiled, next: Compiled): RetypedItem[] => [
  ...retyped(null, [now.whole, now], [next.whole, next]),
  ...regionsOf(now, next).flatMap((appendix) => relisted(appendix, now, next)),
  ...Object.values(next.whole.records).flatMap(({ kind, catalogue }) =>
    retyped(kind, [everyDefinition(now, kind), now], [catalogue, next]),
  ),
];

/** Cases of a region that is no more are read as those of none. */
const regionsOf = (...sources: Compiled[]): string[] => [
  ...new Set(sources.flatMap(({ whole }) => whole.appendices.map(({ appendix }) => appendix))),
];

type Lists = Pick<Compiled, 'codeLists' | 'retiredCodes'>;
type Side = readonly [Definitions, Lists];

const retyped = (kind: string | null, [now, before]: Side, [next, after]: Side): RetypedItem[] =>
  Object.values(now.items).flatMap((item) => {
    // what left the files is still shown by its list, and may come back
    const later = next.items[item.itemId] ?? item;
    const one = { kind, appendix: null, was: typed(item, before), is: typed(later, after) };
    return typeName(item) !== typeName(later) || misreadCodes(one).size > 0 ? [one] : [];
  });

/** Items that the region reads by a list of its own, or did, where that is another list or has exchanged codes. */
function relisted(appendix: string, now: Compiled, next: Compiled): RetypedItem[] {
  const [before, after] = [forAppendix(now.whole, appendix).items, forAppendix(next.whole, appendix).items];
  return [...new Set([now, next].flatMap((source) => listedApart(source, appendix)))].flatMap((itemId) => {
    const [was, is] = [before[itemId] ?? now.whole.items[itemId], after[itemId]];
    if (!was || !is) return [];
    const one = { kind: null, appendix, was: typed(was, now), is: typed(is, next) };
    return was.codeList !== is.codeList || misreadCodes(one).size > 0 ? [one] : [];
  });
}

/** Items to which an overlay of the region gives a code list. */
const listedApart = ({ whole }: Compiled, appendix: string): string[] =>
  Object.entries(whole.overlays[appendix] ?? {}).flatMap(([itemId, { codeList }]) =>
    codeList === undefined ? [] : itemId,
  );

/**
 * Codes of a list whose values were chosen as something else: with the label that another of its codes had, in any
 * language, or back with another one than they had.
 */
function misreadCodes({ was, is }: Pick<RetypedItem, 'was' | 'is'>): ReadonlySet<string> {
  const [before, after] = [was.codeList, is.codeList];
  if (!before || after?.codeList !== before.codeList) return new Set();
  const everyCode = [...before.codes, ...was.retired];
  const exchanged = LANGUAGES.flatMap((language) => {
    const wordOf = ({ label }: CodeList['codes'][number]) => fold(label[language]);
    const words = new Set(everyCode.map(wordOf));
    const later = new Map(after.codes.map((code) => [code.code, wordOf(code)]));
    return everyCode.filter((code) => {
      const word = later.get(code.code);
      return word !== undefined && word !== wordOf(code) && words.has(word);
    });
  });
  const returned = was.retired.filter(({ code, label }) => {
    const later = meaning(after, code);
    return later !== undefined && fold(later) !== fold(label.en);
  });
  return new Set([...exchanged, ...returned].map(({ code }) => code));
}

const typed = (item: CatalogueItem, { codeLists, retiredCodes }: Lists): TypedItem => {
  const name = item.codeList ?? '';
  return { item, codeList: codeLists[name] ?? null, retired: retiredCodes[name] ?? [] };
};

/** What the text of a value is, in the words of the schema files: values of one type are read alike. */
export function typeName({ control, codeList, dictionary, dictionaryFrom, chooses }: CatalogueItem): string {
  const holds = TEXTS.has(control) ? 'text' : OF_A_LIST.has(control) ? 'codeList' : control;
  return [holds, codeList, dictionary, dictionaryFrom, chooses].filter(Boolean).join(' ');
}

/** Whether a stored value would still mean the same. A region may have fewer codes: it shows the others as they are. */
export function isReadAlike(value: string, { appendix, was, is }: RetypedItem): boolean {
  if (typeName(was.item) === typeName(is.item)) return !misreadCodes({ was, is }).has(value);
  if (appendix !== null && was.codeList && is.codeList) {
    const [before, after] = [meaning(was.codeList, value), meaning(is.codeList, value)];
    return before === undefined || after === undefined || before === after;
  }
  const isPlain = isPlainItem(was.item);
  if (isPlain && isPlainItem(is.item) && TEXTS.has(is.item.control)) return true;
  if (was.codeList && is.codeList && was.item.dictionary === is.item.dictionary)
    return meaning(was.codeList, value) === meaning(is.codeList, value);
  if (was.codeList && is.codeList?.codeList === was.codeList.codeList) {
    // a dictionary that looks the codes of the list up leaves them what they are; what only the dictionary knew is lost with it
    const before = meaning(was.codeList, value);
    return (before !== undefined || was.item.dictionary === null) && before === meaning(is.codeList, value);
  }
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
