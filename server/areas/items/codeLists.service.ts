/** The codes an item takes, in one language. */
import type { CatalogueItem, CodeList } from '../../../schemas/compile/catalogue.types.ts';
import { kindOfItem } from '../../../schemas/compile/records.ts';
import type { DataOf } from '../../../shared/contract/call.ts';
import type { readCodeList, readCodes, readNullFlavors } from '../../../shared/contract/items.ts';
import { choicesOf } from '../../../shared/settings/choices.ts';
import { fold } from '../../../shared/text/fold.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { usableVersions } from '../../dictionaries/lookUp.ts';
import type { Language } from '../../http/language.ts';
import flagWords from '../../lists/words.json' with { type: 'json' };
import { itemNotFound, notFound } from '../../problems.ts';
import ownLists from './ownLists.json' with { type: 'json' };
import type { Db, DatabaseWorld } from '../../storage/database.ts';

/** Codes in one chunk. */
const CHUNK = 100;
/** The list that holds the words for all null flavors. */
const NULL_FLAVORS = 'null-flavors';

type Codes = Pick<CodeList, 'codes' | 'open' | 'cached' | 'shown'> & Partial<Pick<CodeList, 'codeSystem'>>;

/**
 * Lists that no item of a case takes (specification 2-dialogs section 7): how days are counted, and how CIOMS forms are
 * printed, with the codes that reports take.
 */
const OWN_LISTS: Readonly<Record<string, Codes>> = Object.fromEntries(
  Object.entries({
    ...ownLists,
    CIOMS_ORIENTATION: choicesOf('reports', 'orientation'),
    CIOMS_DATA_ORDERING: choicesOf('reports', 'ordering'),
  }).map(([name, codes]) => [name, { codes, open: false, cached: true }]),
);

const YES = { code: 'true', label: flagWords.yes };
const NO = { code: 'false', label: flagWords.no };

/**
 * What flags say. Those that are true or nothing are the seriousness criteria and the family history, which browsers may not
 * keep (specification 1 section 5, end).
 */
const FLAGS: Readonly<Partial<Record<CatalogueItem['control'], Codes>>> = {
  trueOnly: { codes: [YES], open: false, cached: false },
  yesNo: { codes: [YES, NO], open: false, cached: true },
};

/** Those that hold a keyword; a page of them, from 1. */
interface Part {
  keyword?: string | undefined;
  chunk?: number | undefined;
}

interface CodesRequest {
  itemId: string;
  language: Language;
  appendix: string;
}

/**
 * The codes of an item as the appendix gives them; those that hold the keyword in label or code, where one is given;
 * with `chunk` (from 1) a page of them. Throws 404 ITEM_NOT_FOUND for an item without one.
 */
export async function codesOf(
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  { keyword, chunk, ...request }: CodesRequest & Part,
): Promise<DataOf<typeof readCodeList>> {
  const item = itemOf(catalogue, request);
  const list =
    item.versionOf === null
      ? (catalogue.codeLists[item.codeList ?? ''] ?? FLAGS[item.control])
      : await versionsOf(db, catalogue, item);
  if (!list) throw itemNotFound(request.itemId);
  return shownCodes(list, request.language, { keyword, chunk });
}

/** The codes of a list by its name. Throws 404 NOT_FOUND. */
export function namedCodes(
  { codeLists }: Pick<CatalogueSource, 'codeLists'>,
  { codeName, language, ...part }: { codeName: string; language: Language } & Part,
): DataOf<typeof readCodes> {
  const lists: Readonly<Record<string, Codes>> = Object.hasOwn(OWN_LISTS, codeName) ? OWN_LISTS : codeLists;
  const list = Object.hasOwn(lists, codeName) ? lists[codeName] : undefined;
  if (!list) throw notFound();
  return shownCodes(list, language, part);
}

function shownCodes(
  { codes, cached, open, codeSystem, shown }: Codes,
  language: Language,
  { keyword = '', chunk }: Part,
): DataOf<typeof readCodes> {
  const wanted = fold(keyword);
  const found = codes
    .map((code) => shownCode(code, language))
    .filter(({ codeValue, codeLabel, also = [] }) =>
      fold([codeLabel, codeValue, ...also].join(' ')).includes(wanted),
    );
  const page = chunk === undefined ? found : found.slice((chunk - 1) * CHUNK, chunk * CHUNK);
  return { cached, open, ...(codeSystem && { codeSystem }), ...(shown && { shown }), codeList: page };
}

/** The null flavors an item takes, in the order of the catalogue. */
export function nullFlavorsOf(
  catalogue: CatalogueSource,
  request: CodesRequest,
): DataOf<typeof readNullFlavors> {
  const words = new Map(catalogue.codeLists[NULL_FLAVORS]?.codes.map(({ code, label }) => [code, label]));
  return {
    codeList: itemOf(catalogue, request).nullFlavors.map((codeValue) => ({
      codeValue,
      codeLabel: words.get(codeValue)?.[request.language] ?? codeValue,
    })),
  };
}

/**
 * The versions of a dictionary that are loaded, for the item that names the version. Another one may be typed, and the
 * browser may not keep the list: a dictionary is loaded while people work (specification section 5).
 */
async function versionsOf(
  db: Db,
  { whole, dictionaries }: CatalogueSource,
  item: CatalogueItem,
): Promise<Codes> {
  const descriptor = dictionaries[whole.items[item.versionOf ?? '']?.dictionary ?? ''];
  const versions = descriptor ? await usableVersions(db, sourceOf(descriptor)) : [];
  const nameless = { en: '', ko: '', ja: '', zh: '' };
  return { codes: versions.map((code) => ({ code, label: nameless })), open: true, cached: false };
}

const shownCode = ({ code, label, also, deleted }: CodeList['codes'][number], language: Language) => ({
  codeValue: code,
  codeLabel: label[language],
  ...(also && { also }),
  ...(deleted && { deleted: 'Y' as const }),
});

/** The item as the appendix shows it; a stored case may also speak of another region's. */
function itemOf({ whole, forAppendix }: CatalogueSource, { itemId, appendix }: CodesRequest): CatalogueItem {
  const item =
    forAppendix(appendix).items[itemId] ??
    whole.items[itemId] ??
    kindOfItem(whole, itemId)?.catalogue.items[itemId];
  if (!item) throw itemNotFound(itemId);
  return item;
}
