/** Codes of dictionaries under the names and parameters of the specification. */
import { ANY_VERSION } from '../../../shared/contract/dictionaries.ts';
import {
  MAX_NAMED_ROWS,
  type DataOf,
  type listIdfCodes,
  type listWhoddCodes,
  type listWhoddCountries,
  type QueryOf,
} from '../../../shared/contract/index.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { fieldOptions, nameOptions } from '../../dictionaries/fieldOptions.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { descriptorOf } from '../../dictionaries/lookUp.ts';
import { findUsable } from '../../dictionaries/releases.store.ts';
import type { Language } from '../../http/language.ts';
import { dictionaryFieldsRefused } from '../../problems.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import { searchTerms, type Searcher } from './dictionaries.service.ts';

/** What this module needs of the server. */
type CodesWorld = CatalogueWorld & DatabaseWorld;

interface Caller {
  user: Searcher;
  language: Language;
}

const IDF = 'IDF';
/** The dictionary of each kind of identifier; the first is the default. */
const WHODD = new Map([
  ['MPID', 'WHODD'],
  ['PHPID', 'WHODD_PHPID'],
]);
const [DEFAULT_KIND = ''] = WHODD.keys();

export const idfCodes = (
  deps: CodesWorld,
  caller: Caller,
  { searchText, idfVersion }: QueryOf<typeof listIdfCodes>,
): Promise<DataOf<typeof listIdfCodes>> =>
  rowsOf(deps, caller, { dictionary: IDF, keyword: searchText, version: idfVersion });

/** Throws 400 DICTIONARY_FIELDS_REFUSED for an unknown kind of identifier and for ticks that exclude each other. */
export function whoddCodes(
  deps: CodesWorld,
  caller: Caller,
  { whoddType = DEFAULT_KIND, version, searchText, exactMatch, ...fields }: QueryOf<typeof listWhoddCodes>,
): Promise<DataOf<typeof listWhoddCodes>> {
  const dictionary = WHODD.get(whoddType.toUpperCase());
  if (dictionary === undefined) throw dictionaryFieldsRefused('whoddType');
  const { genOrPre, genAndPre, countryCode } = fields;
  return rowsOf(deps, caller, {
    dictionary,
    version,
    keyword: searchText,
    isKeywordExact: exactMatch,
    fields: JSON.stringify({ genOrPre, genAndPre, countryCode }),
  });
}

interface RowsRequest {
  dictionary: string;
  keyword: string | undefined;
  version: string | undefined;
  isKeywordExact?: 'Y' | undefined;
  fields?: string;
}

async function rowsOf(
  deps: CodesWorld,
  { user, language }: Caller,
  { version, ...request }: RowsRequest,
): Promise<Record<string, string>[]> {
  const { listInfo } = await searchTerms(deps, user, {
    ...request,
    version: version ?? ANY_VERSION,
    language,
    pageNo: 1,
    rowCount: MAX_NAMED_ROWS,
  });
  return listInfo.map(({ columns }) => columns);
}

const COUNTRY = 'countryCode';

/** Empty for a version that is not loaded. */
export async function whoddCountries(
  { db, catalogue }: CodesWorld,
  version: string,
  language: Language,
): Promise<DataOf<typeof listWhoddCountries>> {
  const descriptor = descriptorOf(catalogue, WHODD.get(DEFAULT_KIND) ?? '');
  const release = await findUsable(db, sourceOf(descriptor), version === ANY_VERSION ? null : version);
  const options = nameOptions(fieldOptions(catalogue, descriptor, release?.options ?? {}), language);
  const countries = options[COUNTRY] ?? [];
  return { codeList: countries.map(({ value, label }) => ({ codeValue: value, codeLabel: label })) };
}
