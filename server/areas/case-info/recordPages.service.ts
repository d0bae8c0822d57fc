/** Pages of records: reading them, and saving them with a reason. */
import type { CataloguePage, RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { filterItems } from '../../../shared/case/caseContent.ts';
import type { BodyOf, DataOf, readRecord, saveRecord } from '../../../shared/contract/index.ts';
import { fold } from '../../../shared/text/fold.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import { contentOf, type Change, type PageDoc } from '../../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { consequencesOfSave } from '../../page-save/consequencesOfSave.ts';
import { inputsOf } from '../../page-save/pageInputs.ts';
import { refusal, type Refusal } from '../../page-save/refusal.ts';
import { refusedFiles } from '../../page-save/refusedFiles.ts';
import { throwRefused, throwStale } from '../../page-save/throwRefused.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { noModifiedData, noPrivilege, pageNotFound } from '../../problems.ts';
import {
  findVisibleRecord,
  limitOf,
  lockVisibleRecord,
  mayAdd,
  readOnlyReason,
  requireEditable,
} from '../../records/recordAccess.ts';
import {
  findNeighbours,
  findRecordDocs,
  hasOtherOfName,
  type RecordRow,
} from '../../records/record.store.ts';
import { planRecordPage } from '../../records/planRecordPage.ts';
import { withChosenNames } from '../../records/chosenNames.ts';
import { applyRecord } from '../../records/consequences.ts';
import type { AppliedRecord } from '../../records/recordConsequence.ts';
import { summaryOfRecord } from '../../records/recordSummary.ts';
import { addRecord, recordChain, refOf, stateOfNew, storeRecord } from '../../records/saveRecord.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';

export type RecordsWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

export interface RecordAuthor {
  user: SessionUser;
  language: Language;
  requestId: string;
}

interface PageRequest {
  /** 0: a new record */
  recordKey: number;
  page: string;
}

/** Throws 404 PAGE_NOT_FOUND. */
function pageOf({ catalogue: { pages } }: RecordKind, name: string): CataloguePage {
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (!page) throw pageNotFound(name);
  return page;
}

/** The content of a page; of a new record an empty one. */
export function readRecordPage(
  deps: RecordsWorld,
  user: SessionUser,
  kind: RecordKind,
  request: PageRequest,
): Promise<DataOf<typeof readRecord>> {
  const page = pageOf(kind, request.page);
  const { recordKey } = request;
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = recordKey === 0 ? null : await findVisibleRecord(trx, user, kind, recordKey);
    const docs = found ? await findRecordDocs(trx, refOf(found)) : [];
    const isKnown = (itemId: string) => Object.hasOwn(kind.catalogue.items, itemId);
    const ofPage = (itemId: string) => kind.catalogue.items[itemId]?.page === page.page;
    const { values, rows } = filterItems(contentOf(docs.filter((doc) => doc.page === page.page)), ofPage);
    return {
      kind: kind.kind,
      recordKey,
      name: found?.name ?? '',
      versionNo: found?.version_no ?? 0,
      page: page.page,
      rowNo: 0,
      values,
      rows: rows.filter(({ group }) => Object.hasOwn(kind.catalogue.groups, group)),
      inputs: inputsOf(
        kind.catalogue,
        { page, isShown: ({ itemId }) => ofPage(itemId), maySee: isKnown },
        docs,
      ),
      retrievedAt: (found?.retrieved_at ?? deps.clock.now()).toISOString(),
      saved: found?.saved_pages.includes(page.page) ? 'Y' : 'N',
      life: { state: found?.state ?? stateOfNew(kind), deleted: found?.del_flag === 'Y' },
      readOnly: found ? readOnlyReason(kind, found, user) : mayAdd(kind, user) ? null : 'noPrivilege',
      ...(found
        ? await findNeighbours(trx, found, limitOf(kind, user))
        : { previousKey: null, nextKey: null }),
    };
  });
}

/** What else a save brings about, in its transaction. Any refusal ends the save. */
type Also = (trx: Trx, applied: AppliedRecord) => Promise<Refusal[]>;

/**
 * Applies changed items and rows of a page as a new version. Throws 404 RECORD_NOT_FOUND, PAGE_NOT_FOUND,
 * 403 NO_PRIVILEGE, 409 RECORD_READ_ONLY, CASE_CHANGED and 422 ITEM_REFUSED, NO_MODIFIED_DATA; then nothing is stored.
 */
export function saveRecordPage(
  deps: RecordsWorld,
  author: RecordAuthor,
  kind: RecordKind,
  { changes, rows = [], reason, retrievedAt, ...request }: PageRequest & BodyOf<typeof saveRecord>,
  also?: Also,
): Promise<DataOf<typeof saveRecord>> {
  const { user, language, requestId } = author;
  const { catalogue } = kind;
  const page = pageOf(kind, request.page);
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const now = deps.clock.now();
    const opened = await openForSave(trx, user, kind, request.recordKey, now);
    const { found, change } = opened;
    const ref = refOf(found);
    const docs = await findRecordDocs(trx, ref);
    const named = await withChosenNames(
      trx,
      catalogue,
      { sponsorKey: user.sponsorKey, author: user },
      changes,
    );
    throwRefused(named.refused, language);
    const owner = { chain: recordChain(ref), userId: user.userId };
    throwRefused(await refusedFiles(trx, catalogue, owner, changes), language);
    const plan = planRecordPage(deps, {
      kind,
      page,
      docs,
      changes: { items: named.changes, rows: [...rows] },
      retrievedAt: new Date(retrievedAt),
      change,
      unblind: user.unblind,
    });
    throwRefused(plan.refused, language);
    await throwStale(trx, plan.stale);
    if (plan.entries.length === 0) throw noModifiedData();
    const derived = await consequencesOfSave({ change, readDocs: async () => docs }, catalogue, [plan]);
    const stored = merged(docs, derived.docs);
    const applied = { kind, ref, content: contentOf(stored), author: user, at: change.at };
    throwRefused(await sameName(trx, kind, found, stored), language);
    throwRefused(await applyRecord(trx, applied), language);
    if (also) throwRefused(await also(trx, applied), language);
    await storeRecord(
      trx,
      deps,
      { kind, found },
      { user, reason, requestId, change },
      {
        page: page.page,
        docs: derived.docs,
        entries: [{ source: 'screen', entries: plan.entries }, ...derived.entries],
      },
    );
    const { recordKey } = ref;
    return {
      recordKey,
      retrievedAt: change.at.toISOString(),
      rowNo: 0,
      rows: plan.added,
      changed: plan.entries.length,
    };
  });
}

/** The record under its lock; a new one is added, and goes with the transaction if that fails. */
async function openForSave(
  trx: Trx,
  user: SessionUser,
  kind: RecordKind,
  recordKey: number,
  now: Date,
): Promise<{ found: RecordRow; change: Change }> {
  if (recordKey === 0) {
    if (!mayAdd(kind, user)) throw noPrivilege();
    const change = { at: now, by: user.userId };
    return {
      change,
      found: await addRecord(trx, { kind, sponsorKey: user.sponsorKey, state: stateOfNew(kind) }, change),
    };
  }
  const found = await lockVisibleRecord(trx, user, kind, recordKey);
  requireEditable(kind, found, user);
  return { found, change: { at: changeTime(now, found.retrieved_at), by: user.userId } };
}

const merged = (stored: readonly PageDoc[], changed: readonly PageDoc[]): PageDoc[] => [
  ...new Map([...stored, ...changed].map((doc) => [doc.page, doc])).values(),
];

/** The name is that of another record. */
async function sameName(
  trx: Trx,
  kind: RecordKind,
  found: RecordRow,
  docs: readonly PageDoc[],
): Promise<Refusal[]> {
  const { name } = summaryOfRecord(kind, docs);
  if (kind.sameNames || name === '' || fold(name) === fold(found.name)) return [];
  const taken = await hasOtherOfName(trx, refOf(found), fold(name));
  return taken ? [refusal(addressAt(kind.nameItem, []), 'value.exists')] : [];
}
