/** Dictionaries as their dialogs show them. */
import type { DataOf, ParamsOf, QueryOf } from '../../../shared/contract/call.ts';
import {
  ANY_VERSION,
  type readDictionary,
  type searchDictionary,
} from '../../../shared/contract/dictionaries.ts';
import { pageInfo, pagingOf } from '../../http/paging.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { dictionaryNamed, lookUp, usableVersions } from '../../dictionaries/lookUp.ts';
import {
  sponsorLanguage,
  sponsorVersion,
  type SponsorVersions,
} from '../../../shared/coding/sponsorVersion.ts';
import { isUpgradingTo } from '../../dictionary-upgrade/upgrade.store.ts';
import { releaseInUse } from '../../dictionaries/releaseInUse.ts';
import { beginningsOf, fieldOptions, nameOptions } from '../../dictionaries/fieldOptions.ts';
import { shownEntry } from '../../dictionaries/shownEntry.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { dictionaryFieldsRefused } from '../../problems.ts';

/** What this module needs of the server. */
type DictionariesWorld = CatalogueWorld & DatabaseWorld;

type SearchRequest = ParamsOf<typeof searchDictionary> &
  Omit<QueryOf<typeof searchDictionary>, 'language'> & { language: Language };

type DescribeRequest = ParamsOf<typeof readDictionary> &
  QueryOf<typeof readDictionary> & { language: Language };

/** Throws 404 DICTIONARY_NOT_FOUND, and CASE_NOT_FOUND for a case out of sight. */
export async function describeDictionary(
  { db, catalogue }: DictionariesWorld,
  user: SessionUser,
  { dictionary, caseKey, language }: DescribeRequest,
): Promise<DataOf<typeof readDictionary>> {
  const { descriptor } = dictionaryNamed(catalogue, dictionary);
  const inUse = await releaseInUse(db, user, sourceOf(descriptor));
  const options = fieldOptions(catalogue, descriptor, inUse?.options ?? {});
  return {
    dictionary,
    version: inUse?.version ?? null,
    sample: inUse?.sample ?? false,
    language: sponsorLanguage(user, sourceOf(descriptor), language),
    versions: await usableVersions(db, sourceOf(descriptor)),
    descriptor,
    options: nameOptions(options, language),
    begins:
      caseKey === undefined
        ? {}
        : await beginningsOf({ db, catalogue }, user, { caseKey, descriptor, options }),
  };
}

/** Who searches: with the versions of a sponsor. */
export type Searcher = SponsorVersions & Pick<SessionUser, 'sponsorKey'>;

/** A page of entries; of a version that is not activated only while the sponsor upgrades to it. Throws 404 DICTIONARY_NOT_FOUND, 400 DICTIONARY_FIELDS_REFUSED. */
export async function searchTerms(
  { db, catalogue }: DictionariesWorld,
  searcher: Searcher,
  { dictionary, version, keyword = '', code, isKeywordExact, fields, language, ...paging }: SearchRequest,
): Promise<DataOf<typeof searchDictionary>> {
  const page = pagingOf(paging);
  const named = dictionaryNamed(catalogue, dictionary);
  const source = sourceOf(named.descriptor);
  const isNamed = version !== ANY_VERSION;
  const { descriptor, release, resembling, total, more, entries } = await lookUp(db, catalogue, {
    dictionary: named.descriptor.dictionary,
    keyword,
    version: isNamed ? version : sponsorVersion(searcher, source),
    mayBeStaged: async () => isNamed && isUpgradingTo(db, searcher.sponsorKey, source, version),
    code: code ?? null,
    exact: isKeywordExact === 'Y',
    fields: { ...parsedFields(fields), ...named.fields },
    offset: page.offset,
    rowCount: page.rowCount,
  });
  return {
    dictionary,
    version: release?.version ?? null,
    sample: release?.sample ?? false,
    resembling,
    more,
    listInfo: entries.map((entry) =>
      shownEntry(descriptor, entry, sponsorLanguage(searcher, source, language)),
    ),
    pageInfo: pageInfo('', page, total),
  };
}

function parsedFields(fields: string | undefined): Record<string, string> {
  if (fields === undefined) return {};
  const facts = parsed(fields);
  if (typeof facts !== 'object' || facts === null || Array.isArray(facts))
    throw dictionaryFieldsRefused(fields);
  const wrong = Object.entries(facts).find(([, value]) => typeof value !== 'string');
  if (wrong) throw dictionaryFieldsRefused(wrong[0]);
  return facts as Record<string, string>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw dictionaryFieldsRefused(text);
  }
}
