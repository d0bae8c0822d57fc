/** What all ways of saving share: one transaction over the documents of one page or several, all of it or nothing. */
import type { CataloguePage } from '../../schemas/compile/catalogue.types.ts';
import type { CaseRow } from '../../shared/case/caseContent.ts';
import type { ItemChange, RowChange } from '../../shared/case/changeSet.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import { appendAudit } from '../audit/appendAudit.ts';
import { caseChain, type AuditSource, type NewEntry } from '../audit/auditEntry.ts';
import { disconnectVersion } from '../cases/lifecycle/disconnect.ts';
import { changeTime, findDocs, putDocs, touchCase, type CaseRecord } from '../cases/record/case.store.ts';
import { lockVisibleCase, requireEditable } from '../cases/record/caseAccess.ts';
import { linked } from '../records/caseLinks.ts';
import { contentOf, docKey, type Change, type PageDoc } from '../cases/record/pageDoc.ts';
import { columnsTouched, pagesOfColumns, searchText, summaryOf } from '../cases/record/summary.ts';
import { refreshProjections } from '../projections/refreshProjections.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { ProjectionsWorld } from '../projections/projection.ts';
import { unknownProvenance } from '../masters/unknownProvenance.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';
import { noModifiedData } from '../problems.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../storage/database.ts';
import type { PageChange, PagePlan } from './pageChange.ts';
import { consequencesOfSave } from './consequencesOfSave.ts';
import { bySource } from './recommended.ts';
import { findForeignRows } from './references.ts';
import { structureRefusals } from './editsStructure.ts';
import type { LockedCase } from './lockedCase.ts';
import type { Refusal } from './refusal.ts';
import { refusedFiles } from './refusedFiles.ts';
import { throwRefused, throwStale } from './throwRefused.ts';

/** What this module needs of the server. */
type SaveDocumentsWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & ProjectionsWorld;

export interface Author {
  user: SessionUser;
  language: Language;
  requestId: string;
}

/** What of a request matters whichever documents it is about. */
export interface SaveRequest {
  caseKey: number;
  page: CataloguePage;
  reason: string;
  changes: readonly ItemChange[];
  /** left out: none */
  rows?: readonly RowChange[];
}

/** What every document of a save is planned with, whichever it is. */
export async function planningOf(
  { trx, found, change, now }: LockedCase,
  { catalogue: { whole, codeLists } }: SaveDocumentsWorld,
  { user }: Author,
  { page, changes, rows = [] }: Pick<SaveRequest, 'page' | 'changes'> & { rows?: readonly CaseRow[] },
): Promise<Omit<PageChange, 'doc' | 'isNew' | 'requestedRowNo' | 'retrievedAt'>> {
  const foreignRows = await findForeignRows(trx, whole, page, found, { changes, rows });
  const world = { codeLists, now };
  return {
    catalogue: whole,
    page,
    foreignRows,
    changes,
    rows,
    change,
    author: user,
    world,
    hasProvenance: true,
  };
}

/** The change of one page within a save of several. */
export interface PagePart extends Omit<SaveRequest, 'caseKey' | 'reason'> {
  planOf: (opened: LockedCase) => Promise<PagePlan[]>;
}

interface CaseSave {
  caseKey: number;
  reason: string;
  parts: readonly PagePart[];
}

interface PlannedPart extends PagePart {
  plans: readonly PagePlan[];
}

interface Stored {
  pages: readonly string[];
  reason: string;
  docs: readonly PageDoc[];
  /** each with its page, and the source that says how it came about */
  entries: readonly { page: string; source: AuditSource; entries: readonly NewEntry[] }[];
  touchedItems: ReadonlySet<string>;
  touchedGroups: ReadonlySet<string>;
}

/** Saves one page: `savePages` with a single part. */
export async function saveDocuments(
  deps: SaveDocumentsWorld,
  author: Author,
  { caseKey, reason, ...part }: SaveRequest,
  planOf: PagePart['planOf'],
): Promise<{ at: Date; plans: readonly PagePlan[]; changed: number }> {
  const parts = [{ ...part, planOf }];
  const { at, saved } = await savePages(deps, author, { caseKey, reason, parts });
  return { at, plans: saved[0]?.plans ?? [], changed: saved[0]?.changed ?? 0 };
}

/**
 * Plans the documents of a save under the lock of the case and stores those that change, with one time and one reason.
 * Stores nothing and throws 409 CASE_READ_ONLY, 409 CASE_CHANGED (details: the current values), 422 ITEM_REFUSED
 * (details: address, rule and message of each), 422 NO_MODIFIED_DATA.
 */
export function savePages(
  deps: SaveDocumentsWorld,
  author: Author,
  { caseKey, reason, parts }: CaseSave,
): Promise<{ at: Date; saved: { plans: readonly PagePlan[]; changed: number }[] }> {
  const { user } = author;
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    requireEditable(found, user);
    const now = deps.clock.now();
    const change: Change = { at: changeTime(now, found.retrieved_at), by: user.userId };
    const opened: LockedCase = { trx, found, change, now, planned: new Map() };
    const planned = await planParts(opened, parts);
    const plans = planned.flatMap((part) => part.plans);
    const touchedItems = new Set(plans.flatMap((plan) => [...plan.touchedItems]));
    const changes = parts.flatMap((part) => part.changes);
    throwRefused(
      [
        ...planned.flatMap((part) => refusalsOf(deps, part)),
        ...(await refusedFiles(
          trx,
          deps.catalogue.whole,
          { chain: caseChain(found.sponsor_key, found.root_case_key), userId: user.userId },
          changes.filter(({ itemId }) => touchedItems.has(itemId)),
        )),
        ...(await unknownProvenance(
          trx,
          deps,
          user,
          plans.flatMap(({ entries }) => entries),
        )),
      ],
      author.language,
    );
    const stale = plans.flatMap((plan) => plan.stale);
    await throwStale(trx, stale);
    const changed = plans.filter(({ entries }) => entries.length > 0);
    const saved = planned.map((part) => ({ plans: part.plans, changed: changeCountOf(part) }));
    if (changed.length === 0) {
      if (!plans.some(({ isRepeated }) => isRepeated)) throw noModifiedData();
      return { at: found.retrieved_at, saved };
    }
    const derived = await consequencesOfSave(
      { change, readDocs: () => findDocs(trx, found.sponsor_key, found.case_key) },
      deps.catalogue.whole,
      changed,
    );
    const derivedItems = derived.entries.flatMap((of) => of.entries.map(({ itemId }) => itemId));
    const changedParts = planned.filter((part) => changeCountOf(part) > 0);
    await store(opened, deps, author, {
      pages: changedParts.map(({ page }) => page.page),
      reason,
      docs: derived.docs,
      entries: [
        ...(await editEntries(opened, deps, user, changedParts)),
        ...derived.entries.map((entry) => ({ page: changedParts[0]?.page.page ?? '', ...entry })),
      ],
      touchedItems: new Set([...touchedItems, ...derivedItems]),
      touchedGroups: new Set(changed.flatMap(({ touchedGroups }) => [...touchedGroups])),
    });
    return { at: change.at, saved };
  });
}

/** One after the other: a part continues the documents that the parts before it change. */
async function planParts(opened: LockedCase, parts: readonly PagePart[]): Promise<PlannedPart[]> {
  const planned: PlannedPart[] = [];
  for (const part of parts) {
    const plans = await part.planOf(opened);
    for (const { doc, entries } of plans) if (entries.length > 0) opened.planned.set(docKey(doc), doc);
    planned.push({ ...part, plans });
  }
  return planned;
}

const changeCountOf = ({ plans }: PlannedPart): number =>
  plans.reduce((count, { entries }) => count + entries.length, 0);

/** Refusals of items say more: the structure is checked only if they find nothing. */
function refusalsOf(
  { catalogue: { whole } }: SaveDocumentsWorld,
  { page, changes, rows = [], plans }: PlannedPart,
): Refusal[] {
  const refused = plans.flatMap((plan) => plan.refused);
  return refused.length > 0
    ? refused
    : structureRefusals(whole, page.page, { items: [...changes], rows: [...rows] });
}

/** The audit entries of the edits, by page and source. */
async function editEntries(
  { trx, found }: LockedCase,
  { catalogue: { whole } }: SaveDocumentsWorld,
  user: SessionUser,
  parts: readonly PlannedPart[],
): Promise<Stored['entries']> {
  const entries: Stored['entries'][number][] = [];
  for (const { page, plans } of parts) {
    const ofPage = plans.flatMap((plan) => plan.entries);
    for (const entry of await bySource(trx, whole, found, user, ofPage))
      entries.push({ page: page.page, ...entry });
  }
  return entries;
}

async function store(
  { trx, found, change }: LockedCase,
  deps: SaveDocumentsWorld,
  author: Author,
  stored: Stored,
): Promise<void> {
  const { user, requestId } = author;
  const { pages, reason, docs, entries } = stored;
  const { sponsor_key: sponsorKey, case_key: caseKey, root_case_key: rootCaseKey } = found;
  const catalogueVersion = deps.catalogue.whole.version;
  await putDocs(trx, sponsorKey, caseKey, docs);
  const save = {
    ...caseChain(sponsorKey, rootCaseKey),
    caseKey,
    at: change.at,
    user,
    reason,
    requestId,
    catalogueVersion,
  };
  for (const { page, source, entries: ofSource } of entries)
    await appendAudit(trx, deps, { ...save, page, source }, ofSource);
  const summary = await summaryAfter(trx, deps, found, stored);
  await touchCase(trx, found, { ...change, pages, summary, catalogueVersion });
  const touched = { items: stored.touchedItems, groups: stored.touchedGroups };
  await refreshProjections(trx, deps, { sponsorKey, caseKey, at: change.at }, touched);
  const { caseNumber } = deps.catalogue.whole.roles;
  // assigning a number for the first time changes no earlier content
  const all = entries.flatMap((of) => of.entries);
  if (all.some(({ itemId, action }) => itemId === caseNumber && action !== 'add')) {
    const made = { sponsorKey, caseKey, at: change.at, user, page: '', reason, requestId };
    await disconnectVersion(trx, deps, made);
  }
}

/** The summary columns that the save may have changed; only their pages are read. */
async function summaryAfter(
  trx: Trx,
  { catalogue: { whole } }: SaveDocumentsWorld,
  found: CaseRecord,
  { touchedItems, touchedGroups }: Stored,
) {
  const names = columnsTouched(whole, touchedItems, touchedGroups);
  if (names.length === 0) return {};
  const docs = await findDocs(trx, found.sponsor_key, found.case_key, pagesOfColumns(whole, names));
  const summary = summaryOf(whole, contentOf(docs));
  const changed = await linked(
    trx,
    whole,
    found.sponsor_key,
    Object.fromEntries(names.map((name) => [name, summary[name]])) as Partial<typeof summary>,
  );
  return { ...changed, search: searchText(found.case_no, { ...found, ...changed }) };
}
