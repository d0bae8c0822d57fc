/** The coding cockpit: the queue of groups of equal text, and one of them with all that helps to code it. Reads only. */
import { hasAnyPrivilege } from '../../../shared/access/privileges.ts';
import { termContext, type TermContext } from '../../../shared/coding/termContext.ts';
import { CODING_ACCESS, MAX_GROUP_TERMS, MAX_QUEUE, SECOND_CODER } from '../../../shared/contract/index.ts';
import type { CodingStep, DataOf, readCodingGroup, readCodingQueue } from '../../../shared/contract/index.ts';
import { itemPath } from '../../../shared/case/itemLink.ts';
import { sponsorLanguage } from '../../../shared/coding/sponsorVersion.ts';
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { storesPrefix, type DictionaryDescriptor } from '../../../schemas/compile/dictionaries.ts';
import { findDocsOfCases } from '../../cases/record/case.store.ts';
import { findVisibleCases, maySee, requireEditable, requireOpen } from '../../cases/record/caseAccess.ts';
import { contentOf } from '../../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { codingHistoryOf } from '../../coding/codingHistory.store.ts';
import { suggestionsOf } from '../../coding/codingSources.ts';
import { MAX_RECOMMENDED } from '../../coding/requestChoice.ts';
import { findEntries, findStored } from '../../dictionaries/entries.store.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { descriptorOf } from '../../dictionaries/lookUp.ts';
import { releasesInUse } from '../../dictionaries/releaseInUse.ts';
import type { Release } from '../../dictionaries/releases.store.ts';
import { shownEntry } from '../../dictionaries/shownEntry.ts';
import { attempt, refusalOf, type Refusal } from '../../http/refusalOf.ts';
import type { SessionUser } from '../../http/session.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller, ListReading } from '../../lists/listSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { noPrivilege, Problem, termNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import type { StoredSuggestion } from '../../storage/codingTables.ts';
import type { FoundTerm } from './coding.store.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import {
  findGroups,
  findGroupTerms,
  findUserNames,
  type QueuedTerm,
  type QueueStep,
  type QueueItem,
} from './codingQueue.store.ts';

/** What this module needs of the server. */
export type QueueWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

/** A dictionary of the region, its release in use, and the items that the queue codes with it. */
export interface QueueDictionary {
  descriptor: DictionaryDescriptor;
  release: Release;
  items: readonly QueueItem[];
}

/** Dictionaries without a loaded release code nothing. */
export async function queueDictionaries(trx: Trx, reading: ListReading): Promise<QueueDictionary[]> {
  const coded = Object.values(reading.catalogue.forAppendix(reading.appendix).items).filter(
    ({ dictionary }) => dictionary !== null,
  );
  const items = coded.filter(({ coding }) => coding !== null && coding.texts.length > 0);
  const found: QueueDictionary[] = [];
  const byDictionary = Map.groupBy(items, (item) => item.dictionary ?? '');
  const sources = [...byDictionary.keys()].flatMap((name) => {
    const descriptor = reading.catalogue.dictionaries[name];
    return descriptor ? sourceOf(descriptor) : [];
  });
  const releases = await releasesInUse(trx, reading.user, sources);
  for (const [dictionary, own] of byDictionary) {
    const descriptor = reading.catalogue.dictionaries[dictionary];
    const release = descriptor && releases.get(sourceOf(descriptor));
    if (!release) continue;
    const queued = own.flatMap((item) => queueItem(reading, coded, item, { descriptor, release }));
    if (queued.length > 0) found.push({ descriptor, release, items: queued });
  }
  return found;
}

/**
 * Of items of one row that code one text with one dictionary the first is queued: one code is enough. An item without a text
 * of its own, e.g. of pharmaceutical products, codes that of the row.
 */
function queueItem(
  { catalogue: { dictionaries } }: ListReading,
  coded: readonly CatalogueItem[],
  item: CatalogueItem,
  { descriptor, release }: Pick<QueueDictionary, 'descriptor' | 'release'>,
): QueueItem[] {
  const isAlternative = (one: CatalogueItem): boolean => {
    const other = dictionaries[one.dictionary ?? ''];
    return (
      other !== undefined &&
      sourceOf(other) === sourceOf(descriptor) &&
      one.groups.at(-1) === item.groups.at(-1) &&
      (one.coding?.texts[0] ?? text) === text
    );
  };
  const [text] = item.coding?.texts ?? [];
  const same = coded.filter(isAlternative);
  if (same.find(({ coding }) => coding?.texts[0] === text) !== item) return [];
  return [
    {
      itemId: item.itemId,
      dictionary: descriptor.dictionary,
      releaseNo: release.release_no,
      begins: storesPrefix(descriptor),
      alternatives: same.flatMap(({ itemId }) => (itemId === item.itemId ? [] : itemId)),
    },
  ];
}

/** What the step has in its queue, as the sponsor set it. */
export const queueStepOf = async (trx: Trx, sponsorKey: number, step: CodingStep): Promise<QueueStep> =>
  step === 'first' ? { step } : { step, rule: (await settingOf(trx, sponsorKey, 'coding')).value };

/**
 * The step that the caller names, otherwise the first one that is open to the user. Each has a privilege of its own: who codes
 * a second time may not see the first codes. Throws 403 NO_PRIVILEGE.
 */
function stepOf({ privileges }: SessionUser, choice: CodingStep | undefined): CodingStep {
  const mayCases = hasAnyPrivilege(privileges, CODING_ACCESS);
  const step = choice ?? (mayCases ? 'first' : 'second');
  if (!(step === 'second' ? hasAnyPrivilege(privileges, [SECOND_CODER]) : mayCases)) throw noPrivilege();
  return step;
}

/** Throws 403 NO_PRIVILEGE. */
export const readQueue = (
  deps: QueueWorld,
  caller: ListCaller,
  {
    dictionary,
    step: choice,
    offset = 0,
  }: { dictionary?: string | undefined; step?: CodingStep | undefined; offset?: number | undefined },
): Promise<DataOf<typeof readCodingQueue>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const step = stepOf(caller.user, choice);
    const reading = readingOf(deps, caller);
    const all = await queueDictionaries(trx, reading);
    const labels = new Map(
      all.map(({ descriptor }) => [descriptor.dictionary, descriptor.label[caller.language]]),
    );
    const wanted = all.filter(
      ({ descriptor }) => dictionary === undefined || descriptor.dictionary === dictionary,
    );
    const items = wanted.flatMap((one) => one.items);
    const queued = await queueStepOf(trx, caller.user.sponsorKey, step);
    const found = await findGroups(trx, reading, items, { ...queued, offset, limit: MAX_QUEUE });
    return {
      groups: found.groups.map((group) => ({
        ...group,
        label: labels.get(group.dictionary) ?? group.dictionary,
      })),
      total: found.total,
      dictionaries: [...labels].map(([name, label]) => ({ dictionary: name, label })),
    };
  });

/** Throws 404 DICTIONARY_NOT_FOUND for one that codes nothing in the region. */
export async function queueDictionary(
  trx: Trx,
  reading: ListReading,
  dictionary: string,
): Promise<QueueDictionary> {
  const descriptor = descriptorOf(reading.catalogue, dictionary);
  const found = (await queueDictionaries(trx, reading)).find((one) => one.descriptor === descriptor);
  if (!found) throw termNotFound();
  return found;
}

/** Blind: synonyms are the sponsor's, earlier codings are a coder's. */
const NO_HISTORY = { codings: [] };

/** The suggestions of the release in use and of synonyms; for the first coder also by what the sponsor coded before. */
export async function suggestFor(
  deps: QueueWorld,
  sponsorKey: number,
  { descriptor, release }: QueueDictionary,
  { text, step }: { text: string; step: CodingStep },
): Promise<StoredSuggestion[]> {
  const { db, catalogue, clock } = deps;
  const now = clock.now();
  const history =
    step === 'second'
      ? NO_HISTORY
      : await codingHistoryOf(db, catalogue, sponsorKey, descriptor.dictionary, now);
  // a group has terms of professionals and of patients: what holds for both is suggested
  const question = { sponsorKey, descriptor, release, fields: {}, history, verbatim: false, now };
  return suggestionsOf(deps, question, text, MAX_RECOMMENDED);
}

/** Throws 403 NO_PRIVILEGE, 404 DICTIONARY_NOT_FOUND and TERM_NOT_FOUND. */
export async function readGroup(
  deps: QueueWorld,
  caller: ListCaller,
  {
    dictionary,
    textKey,
    step: choice,
  }: { dictionary: string; textKey: string; step?: CodingStep | undefined },
): Promise<DataOf<typeof readCodingGroup>> {
  const step = stepOf(caller.user, choice);
  const { sponsorKey } = caller.user;
  const reading = readingOf(deps, caller);
  const { terms, used, names } = await inSponsor(deps.db, sponsorKey, async (trx) => {
    const of = await queueDictionary(trx, reading, dictionary);
    const queued = await queueStepOf(trx, sponsorKey, step);
    const found = await findGroupTerms(trx, reading, of.items, {
      ...queued,
      textKey,
      limit: MAX_GROUP_TERMS,
    });
    const cases = await casesOf(trx, deps, caller, found, step);
    const userIds = found.flatMap(({ codedBy }) => codedBy ?? []);
    return {
      used: of,
      names: await findUserNames(trx, userIds),
      terms: found.map((term) => ({ ...term, ...shownCase(cases.get(term.caseKey), term.term ?? '') })),
    };
  });
  const [first] = terms;
  if (!first?.term) throw termNotFound();
  const suggestions = await suggestFor(deps, sponsorKey, used, { text: first.term, step });
  const isBlind = step === 'second';
  const { whole } = deps.catalogue;
  const nameOf = (userId: string) => names.get(userId) ?? userId;
  return {
    text: first.term,
    version: used.release.version,
    sample: used.release.sample,
    suggestions: await shownSuggestions(deps, caller, used, suggestions),
    chosen: isBlind ? [] : await chosenCodes(deps, caller, used, terms, nameOf),
    terms: terms.map((term) => ({
      rowKey: term.rowKey,
      ...placedTerm(whole, term),
      code: isBlind ? null : term.code,
      version: isBlind ? null : term.version,
      codedBy: isBlind || term.codedBy === null ? null : nameOf(term.codedBy),
      textChanged: !isBlind && term.textChanged,
    })),
  };
}

type Placed = Omit<FoundTerm, 'reviewed'> & { place: string } & ReturnType<typeof shownCase>;

/** Where a term is, as it is answered. */
export const placedTerm = (whole: Catalogue, term: Placed) => {
  const { caseKey, caseNo, itemId, rowNo, rowNo2, rowNo3, place, refusal, context } = term;
  const address = { itemId, rowNo, rowNo2, rowNo3 };
  const link = itemPath(whole, caseKey, address) ?? '';
  return { caseKey, caseNo, ...address, place, link, refusal, context };
};

interface SeenCase {
  refusal: Refusal | null;
  narrative: string | null;
}

/** Each case once: whether the user may code in it, and its narrative as far as the user may see it. */
export async function casesOf(
  trx: Trx,
  deps: QueueWorld,
  { user, language }: ListCaller,
  terms: readonly Pick<FoundTerm, 'caseKey'>[],
  step: CodingStep = 'first',
): Promise<Map<number, SeenCase>> {
  const { whole } = deps.catalogue;
  const item = whole.items[whole.roles['narrative'] ?? ''];
  const caseKeys = [...new Set(terms.map(({ caseKey }) => caseKey))];
  const docs =
    item && maySee(deps, user, item.itemId)
      ? await findDocsOfCases(trx, user.sponsorKey, caseKeys, [item.page])
      : null;
  const seen = new Map<number, SeenCase>();
  for (const [caseKey, kase] of await findVisibleCases(trx, user, caseKeys)) {
    const tried = await attempt(async () =>
      step === 'second' ? requireOpen(kase) : requireEditable(kase, user),
    );
    const values = contentOf(docs?.get(caseKey) ?? []).values;
    seen.set(caseKey, {
      refusal: tried instanceof Problem ? refusalOf(tried, language) : null,
      narrative: values.find(({ itemId }) => itemId === item?.itemId)?.value ?? null,
    });
  }
  return seen;
}

export const shownCase = (
  kase: SeenCase | undefined,
  text: string,
): { refusal: Refusal | null; context: TermContext | null } => ({
  refusal: kase?.refusal ?? null,
  context: kase?.narrative ? termContext(kase.narrative, text) : null,
});

async function shownSuggestions(
  { db }: DatabaseWorld,
  { user, language }: ListCaller,
  { descriptor, release }: QueueDictionary,
  suggestions: readonly StoredSuggestion[],
) {
  const entryNos = suggestions.map(({ entryNo }) => entryNo);
  const entries = await findEntries(db, release.release_no, entryNos);
  const shownIn = sponsorLanguage(user, sourceOf(descriptor), language);
  return suggestions.flatMap(({ entryNo, score, reason, safe, current }) => {
    const entry = entries.get(entryNo);
    return entry ? [{ ...shownEntry(descriptor, { ...entry, current }, shownIn), score, reason, safe }] : [];
  });
}

/** What the terms of the group are coded with, and by whom; a code for a former text was not chosen for this one. */
async function chosenCodes(
  { db }: DatabaseWorld,
  { user, language }: ListCaller,
  { descriptor, release }: QueueDictionary,
  terms: readonly QueuedTerm[],
  nameOf: (userId: string) => string,
) {
  const shownIn = sponsorLanguage(user, sourceOf(descriptor), language);
  const byCode = Map.groupBy(
    terms.filter(({ code, textChanged }) => code !== null && !textChanged),
    ({ code }) => code ?? '',
  );
  const chosen = [];
  for (const [code, own] of byCode) {
    const entry = await findStored(db, release.release_no, descriptor, code);
    chosen.push({
      code,
      term: entry ? shownEntry(descriptor, entry, shownIn).term : null,
      times: own.length,
      by: [...new Set(own.flatMap(({ codedBy }) => (codedBy === null ? [] : nameOf(codedBy))))],
    });
  }
  return chosen.toSorted((one, other) => other.times - one.times);
}
