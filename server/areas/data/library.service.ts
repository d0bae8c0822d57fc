/** The library of questions: read, saved as a new version with its reason, frozen as a case series and compared with it. */
import type {
  BodyOf,
  DataOf,
  compareCaseSeries,
  freezeCaseSeries,
  listCaseSeries,
  listLibraryItems,
  readLibraryItem,
  readLibraryItemAudit,
  readSearchLibrary,
  saveSearchLibrary,
} from '../../../shared/contract/index.ts';
import type { DataQuery } from '../../../shared/contract/dataQueries.ts';
import { testsOf } from '../../../shared/query/condition.types.ts';
import { isSelectable, kindOf, operatorsOf } from '../../../shared/query/itemKind.ts';
import { canonicalText } from '../../../shared/text/canonicalText.ts';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { appendChange, type Author as AuditAuthor } from '../../audit/appendChange.ts';
import { caseEntry, type NewEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import {
  keepValues,
  mayAsk,
  passingCases,
  requireAskable,
  requireSeen,
  sentenceOf,
} from '../../case-query/passingCases.ts';
import { libraryEntry, type LibraryEntry } from '../../case-query/library.ts';
import {
  compareSeries,
  findOneSeries,
  findOwnNamed,
  findSeries,
  findVersions,
  insertLibrary,
  insertSeries,
  lockLibrary,
  updateLibrary,
  type ComparedCase,
} from '../../case-query/library.store.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { codesOfItem } from '../../lists/listColumns.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import {
  libraryChanged,
  libraryNameTaken,
  libraryNotFound,
  libraryNotOwn,
  noModifiedData,
  notFound,
} from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { libraryChain, LIBRARY_PAGE } from './libraryLists.ts';

type World = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

interface Reader {
  user: SessionUser;
  language: Language;
}

interface Author extends AuditAuthor {
  user: SessionUser;
}

/** Throws 404 LIBRARY_NOT_FOUND, also for a version that there is not. */
export const readEntry = (
  { db, catalogue }: World,
  reader: Reader,
  { libraryKey, version }: { libraryKey: number; version?: number | undefined },
): Promise<DataOf<typeof readSearchLibrary>> =>
  inSponsor(db, reader.user.sponsorKey, async (trx) => {
    const entry = await libraryEntry(trx, catalogue, reader, libraryKey);
    const earlier =
      version === undefined || version === entry.versionNo
        ? null
        : (await findVersions(trx, reader.user.sponsorKey, libraryKey)).find(
            ({ version_no }) => version_no === version,
          );
    if (earlier === undefined) throw libraryNotFound();
    const query = earlier?.query ?? entry.query;
    const { name, description, shared, ownerName, userKey } = entry;
    return {
      libraryKey,
      name,
      description,
      shared,
      own: userKey === reader.user.userKey,
      ownerName,
      versionNo: earlier?.version_no ?? entry.versionNo,
      changedAt: (earlier?.at ?? entry.changedAt)?.toISOString() ?? null,
      changedBy: earlier?.user_name ?? entry.changedBy,
      query,
      sentence: sentenceOf(catalogue, query, reader.language),
    };
  });

/**
 * Throws what the contract says of `saveSearchLibrary`. A question that is stored already is not checked again: its owner
 * deletes, renames or unshares it after one of its items is gone or hidden from them.
 */
export function saveEntry(
  deps: World,
  author: Author,
  libraryKey: number,
  { reason, versionNo, ...typed }: BodyOf<typeof saveSearchLibrary>,
): Promise<DataOf<typeof saveSearchLibrary>> {
  const { user } = author;
  const { sponsorKey, userKey, userName } = user;
  const after = { ...typed, name: typed.name.trim(), description: typed.description.trim() };
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const before = libraryKey === 0 ? null : await changeable(trx, deps, user, { libraryKey, versionNo });
    const isOther = !before || canonicalText(before.query) !== canonicalText(after.query);
    if (isOther) requireAskable(deps.catalogue, user, after.query);
    const named = await findOwnNamed(trx, user, after.name);
    if (named && named.library_key !== libraryKey && after.delFlag === 'N')
      throw libraryNameTaken(after.name);
    const entries = entriesOf(deps.catalogue, before, after);
    if (entries.length === 0) throw noModifiedData();
    const now = deps.clock.now();
    const at = before?.changedAt ? changeTime(now, before.changedAt) : now;
    const next = (before?.versionNo ?? 0) + 1;
    const written = { ...after, sponsorKey, versionNo: next, at, by: userName, reason };
    if (isOther) await keepValues(trx, deps.catalogue, sponsorKey, after.query.condition);
    const key = before ? libraryKey : await insertLibrary(trx, userKey, written);
    if (before) await updateLibrary(trx, libraryKey, written);
    const change = { ...libraryChain(sponsorKey, key), at, page: LIBRARY_PAGE, reason };
    await appendChange(trx, deps, author, change, entries);
    return { libraryKey: key, versionNo: next };
  });
}

async function changeable(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  user: SessionUser,
  { libraryKey, versionNo }: { libraryKey: number; versionNo: number },
): Promise<LibraryEntry> {
  await lockLibrary(trx, user.sponsorKey, libraryKey);
  const entry = await libraryEntry(trx, catalogue, { user, language: 'en' }, libraryKey);
  if (entry.userKey !== user.userKey) throw libraryNotOwn(entry.ownerName || 'Casewright');
  if (entry.versionNo !== versionNo) throw libraryChanged(entry.changedBy ?? '', entry.versionNo);
  return entry;
}

type Written = Omit<BodyOf<typeof saveSearchLibrary>, 'reason' | 'versionNo'>;

/** An entry for each part that differs; of the question, its sentence and the whole of it. */
function entriesOf(catalogue: CatalogueSource, before: LibraryEntry | null, after: Written): NewEntry[] {
  const partsOf = ({
    name,
    description,
    shared,
    query,
    delFlag = 'N',
  }: Omit<Written, 'delFlag'> & { delFlag?: 'Y' | 'N' }) => ({
    name,
    description,
    shared: shared ? 'Y' : 'N',
    delFlag,
    condition: sentenceOf(catalogue, query, 'en'),
    items: query.items.join(', '),
    layout: query.layout,
    block: query.block,
    repeats: query.repeats,
    codes: query.codes,
    // the database does not keep the order of its keys
    tree: canonicalText(query.condition),
  });
  const is = partsOf(after);
  const was: Partial<typeof is> = before ? partsOf(before) : {};
  return (Object.keys(is) as (keyof typeof is)[])
    .filter((part) => (was[part] ?? '') !== is[part])
    .map((part) => caseEntry(before ? 'change' : 'add', is[part], part, was[part] || null));
}

/** What each version asks about one item. */
export const itemHistory = (
  { db, catalogue }: World,
  reader: Reader,
  { libraryKey, itemId }: { libraryKey: number; itemId: string },
): Promise<DataOf<typeof readLibraryItemAudit>> =>
  inSponsor(db, reader.user.sponsorKey, async (trx) => {
    await libraryEntry(trx, catalogue, reader, libraryKey);
    const versions = await findVersions(trx, reader.user.sponsorKey, libraryKey);
    return {
      versions: versions.map(({ version_no, at, user_name, reason, query }) => ({
        versionNo: version_no,
        at: at.toISOString(),
        userName: user_name,
        reason,
        conditions: testsOf(query.condition)
          .filter(({ test }) => test.itemId === itemId)
          .map(({ test }) =>
            sentenceOf(
              catalogue,
              { condition: { kind: 'rows', tests: [test], rows: { of: 'any', min: null, max: null } } },
              reader.language,
            ),
          ),
        selected: query.items.includes(itemId),
      })),
    };
  });

const infoOf = (item: CatalogueItem, language: Language) => ({
  itemId: item.itemId,
  label: item.label[language],
  page: item.page,
  group: item.groups.at(-1) ?? '',
  kind: kindOf(item),
  operators: [...operatorsOf(item)],
  nullFlavors: item.nullFlavors,
});

export const itemsFor = (
  { catalogue: { whole } }: CatalogueWorld,
  { user, language }: Reader,
): DataOf<typeof listLibraryItems> => ({
  items: Object.values(whole.items)
    .filter((item) => isSelectable(item, whole, user))
    .toSorted((a, b) => a.sort - b.sort)
    .map((item) => infoOf(item, language)),
});

/** Throws 404 NOT_FOUND for an item that does not exist or that the reader may not see. */
export function itemFor(
  { catalogue: { whole, codeLists } }: CatalogueWorld,
  { user, language }: Reader,
  itemId: string,
): DataOf<typeof readLibraryItem> {
  const item = Object.hasOwn(whole.items, itemId) ? whole.items[itemId] : undefined;
  if (!item || !isSelectable(item, whole, user)) throw notFound();
  const codes = codesOfItem(codeLists, item) ?? [];
  return {
    ...infoOf(item, language),
    codes: codes.map(({ code, label }) => ({ code, label: label[language] })),
  };
}

const seriesInfo = (series: {
  series_key: number;
  version_no: number;
  at: Date;
  user_name: string;
  case_count: number;
}) => ({
  seriesKey: series.series_key,
  versionNo: series.version_no,
  at: series.at.toISOString(),
  userName: series.user_name,
  count: series.case_count,
});

export const seriesFor = (
  { db, catalogue }: World,
  reader: Reader,
  libraryKey: number,
): Promise<DataOf<typeof listCaseSeries>> =>
  inSponsor(db, reader.user.sponsorKey, async (trx) => {
    const { sponsorKey } = reader.user;
    const questions = await questionsOf(trx, reader, await libraryEntry(trx, catalogue, reader, libraryKey));
    const found = await findSeries(trx, sponsorKey, libraryKey);
    return {
      series: found.map((one) => {
        const condition = questions.get(one.version_no)?.condition;
        const info = seriesInfo(one);
        return condition && mayAsk(catalogue, reader.user, condition) ? info : { ...info, count: null };
      }),
    };
  });

/** Throws 404 LIBRARY_NOT_FOUND, 403 QUERY_BLINDED. */
export const freeze = (
  { db, catalogue, clock }: World,
  reader: Reader,
  libraryKey: number,
): Promise<DataOf<typeof freezeCaseSeries>> =>
  inSponsor(db, reader.user.sponsorKey, async (trx) => {
    const { sponsorKey, userKey, userName } = reader.user;
    const { query, versionNo } = await libraryEntry(trx, catalogue, reader, libraryKey);
    requireAskable(catalogue, reader.user, query);
    const cases = await passingCases(trx, catalogue, reader.user, query);
    const series = { sponsorKey, libraryKey, versionNo, at: clock.now(), userKey, userName };
    const seriesKey = await insertSeries(trx, series, cases);
    const stored = await findOneSeries(trx, sponsorKey, libraryKey, seriesKey);
    if (!stored) throw notFound();
    return seriesInfo(stored);
  });

/** The questions of an entry by version; those that come with the product have one. */
async function questionsOf(
  trx: Trx,
  { user }: Reader,
  { libraryKey, versionNo, query }: LibraryEntry,
): Promise<Map<number, DataQuery>> {
  const versions = await findVersions(trx, user.sponsorKey, libraryKey);
  return new Map([[versionNo, query], ...versions.map((one) => [one.version_no, one.query] as const)]);
}

const MAX_COMPARED = 200;

/** Throws 404 LIBRARY_NOT_FOUND, NOT_FOUND, 403 QUERY_BLINDED. */
export const compare = (
  { db, catalogue }: World,
  reader: Reader,
  { libraryKey, seriesKey }: { libraryKey: number; seriesKey: number },
): Promise<DataOf<typeof compareCaseSeries>> =>
  inSponsor(db, reader.user.sponsorKey, async (trx) => {
    const { sponsorKey } = reader.user;
    const entry = await libraryEntry(trx, catalogue, reader, libraryKey);
    const { query } = entry;
    requireAskable(catalogue, reader.user, query);
    const series = await findOneSeries(trx, sponsorKey, libraryKey, seriesKey);
    if (!series) throw notFound();
    // that a case was in the series tells what the question of its version reads
    const frozen = (await questionsOf(trx, reader, entry)).get(series.version_no)?.condition;
    if (frozen) requireSeen(catalogue, reader.user, frozen);
    const cases = await passingCases(trx, catalogue, reader.user, query);
    const found = await compareSeries(trx, { sponsorKey, seriesKey }, cases, caseInScope(reader.user));
    const of = (difference: ComparedCase['difference']) =>
      found.filter((one) => one.difference === difference);
    const [added, gone, changed] = [of('added'), of('gone'), of('changed')];
    const shown = (some: ComparedCase[]) =>
      some.slice(0, MAX_COMPARED).map(({ caseKey, caseNo, versionNo }) => ({ caseKey, caseNo, versionNo }));
    return {
      ...seriesInfo(series),
      same: of('same').length,
      added: shown(added),
      addedCount: added.length,
      gone: shown(gone),
      goneCount: gone.length,
      changed: shown(changed),
      changedCount: changed.length,
    };
  });
