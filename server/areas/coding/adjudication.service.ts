/** Differences between first and second codes: a third user sees both with their reasons and decides. */
import {
  MAX_DIFFERENCES,
  type BodyOf,
  type CodeOfCoder,
  type DataOf,
  type decideDifference,
  type listDifferences,
  type readDifference,
} from '../../../shared/contract/index.ts';
import { sponsorLanguage } from '../../../shared/coding/sponsorVersion.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import { lockVisibleCase, requireEditable } from '../../cases/record/caseAccess.ts';
import { findStored } from '../../dictionaries/entries.store.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { shownEntry } from '../../dictionaries/shownEntry.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller, ListReading } from '../../lists/listSource.ts';
import { adjudicatesOwnCode, differenceNotFound } from '../../problems.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import type { StoredSuggestion } from '../../storage/codingTables.ts';
import { inSponsor, type Trx } from '../../storage/database.ts';
import { putReview, recordRemark } from './codeRemark.ts';
import { requireCode } from './codeTexts.service.ts';
import {
  casesOf,
  placedTerm,
  queueDictionaries,
  queueDictionary,
  shownCase,
  suggestFor,
  type QueueDictionary,
  type QueueWorld,
} from './codingQueue.service.ts';
import { findUserNames } from './codingQueue.store.ts';
import { saveCode } from './saveCode.ts';
import { findDifferences, isDecidedSo, putDecision, type FoundDifference } from './secondCoding.store.ts';

/** What this module needs of the server. */
type AdjudicationWorld = QueueWorld & AuditWorld & ProjectionsWorld;

const isOwn = ({ firstBy, secondBy }: FoundDifference, userId: string): boolean =>
  firstBy === userId || secondBy === userId;

/** Not those of the user's own codes: a coder who sees the other code is not blind for the next text. */
export const differencesOf = (
  deps: QueueWorld,
  caller: ListCaller,
): Promise<DataOf<typeof listDifferences>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const reading = readingOf(deps, caller);
    const dictionaries = await queueDictionaries(trx, reading);
    const labels = new Map(
      dictionaries.map(({ descriptor }) => [descriptor.dictionary, descriptor.label[caller.language]]),
    );
    const items = dictionaries.flatMap((one) => one.items);
    const limit = MAX_DIFFERENCES + 1;
    const found = await findDifferences(trx, reading, items, { limit, notOf: caller.user.userId });
    return {
      differences: found.slice(0, MAX_DIFFERENCES).map(({ secondKey, dictionary, term, caseNo }) => ({
        secondKey,
        dictionary,
        label: labels.get(dictionary) ?? dictionary,
        text: term ?? '',
        caseNo,
      })),
      more: found.length > MAX_DIFFERENCES,
    };
  });

/** Throws 404 DIFFERENCE_NOT_FOUND and 409 ADJUDICATES_OWN_CODE. */
async function openDifference(
  trx: Trx,
  reading: ListReading,
  secondKey: number,
): Promise<{ found: FoundDifference; used: QueueDictionary }> {
  const items = (await queueDictionaries(trx, reading)).flatMap((one) => one.items);
  const [found] = await findDifferences(trx, reading, items, { limit: 1, secondKey });
  if (!found) throw differenceNotFound();
  if (isOwn(found, reading.user.userId)) throw adjudicatesOwnCode();
  return { found, used: await queueDictionary(trx, reading, found.dictionary) };
}

/** Throws 404 DIFFERENCE_NOT_FOUND and 409 ADJUDICATES_OWN_CODE. */
export async function differenceOf(
  deps: QueueWorld,
  caller: ListCaller,
  secondKey: number,
): Promise<DataOf<typeof readDifference>> {
  const { sponsorKey } = caller.user;
  const reading = readingOf(deps, caller);
  const { found, used, names, shown } = await inSponsor(deps.db, sponsorKey, async (trx) => {
    const opened = await openDifference(trx, reading, secondKey);
    const { caseKey, term, firstBy, secondBy } = opened.found;
    const cases = await casesOf(trx, deps, caller, [opened.found]);
    return {
      ...opened,
      names: await findUserNames(trx, [firstBy, secondBy]),
      shown: shownCase(cases.get(caseKey), term ?? ''),
    };
  });
  const text = found.term ?? '';
  const suggestions = await suggestFor(deps, sponsorKey, used, { text, step: 'second' });
  const codeOf = async (code: string, by: string, remark: string | null): Promise<CodeOfCoder> => ({
    code,
    entry: await entryOf(deps, caller, used, code),
    by: names.get(by) ?? by,
    reason: reasonOf(suggestions, code),
    remark,
  });
  return {
    text,
    dictionary: found.dictionary,
    ...placedTerm(deps.catalogue.whole, { ...found, ...shown }),
    codes: [
      await codeOf(found.firstCode, found.firstBy, null),
      await codeOf(found.secondCode, found.secondBy, found.remark),
    ],
    version: used.release.version,
    sample: used.release.sample,
  };
}

const reasonOf = (suggestions: readonly StoredSuggestion[], code: string): CodeOfCoder['reason'] =>
  suggestions.find((one) => one.code === code)?.reason ?? null;

async function entryOf(
  { db }: QueueWorld,
  { user, language }: ListCaller,
  { descriptor, release }: QueueDictionary,
  code: string,
): Promise<CodeOfCoder['entry']> {
  const entry = await findStored(db, release.release_no, descriptor, code);
  return entry ? shownEntry(descriptor, entry, sponsorLanguage(user, sourceOf(descriptor), language)) : null;
}

interface Decision extends BodyOf<typeof decideDifference> {
  secondKey: number;
  requestId: string;
}

/**
 * Throws 404 DIFFERENCE_NOT_FOUND and CODE_NOT_FOUND, 409 ADJUDICATES_OWN_CODE, CASE_READ_ONLY, and what a save of the
 * case throws.
 */
export async function decide(
  deps: AdjudicationWorld,
  caller: ListCaller,
  { secondKey, code, reason, requestId }: Decision,
): Promise<void> {
  const { user, language } = caller;
  const { sponsorKey } = user;
  const reading = readingOf(deps, caller);
  const decision = { decided_code: code, decided_by: user.userId, reason };
  const opened = await inSponsor(deps.db, sponsorKey, async (trx) =>
    // an attempt without an answer may have decided it
    (await isDecidedSo(trx, { sponsorKey, secondKey }, decision))
      ? null
      : openDifference(trx, reading, secondKey),
  );
  if (!opened) return;
  const { found, used } = opened;
  await requireCode(deps, used, code);
  const author = { user, language, requestId };
  /** Under the lock of the case: another adjudicator may have been faster. */
  const record = async (trx: Trx, version: string, at: Date) => {
    const { found: term } = await openDifference(trx, reading, secondKey);
    await putDecision(trx, { sponsorKey, secondKey }, { ...decision, decided_at: at });
    await putReview(trx, user, term, { code, version, at });
    await recordRemark(trx, deps, author, { term, action: 'codeDecided', code, reason, at });
  };
  const { version } = used.release;
  if (code !== found.firstCode) {
    const { caseKey, itemId, rowNo, rowNo2, rowNo3 } = found;
    await saveCode(deps, author, {
      term: { caseKey, itemId, rowNo, rowNo2, rowNo3 },
      code: { code, version },
      reason,
      check: ({ trx, change }) => record(trx, version, change.at),
    });
    return;
  }
  await inSponsor(deps.db, sponsorKey, async (trx) => {
    const kase = await lockVisibleCase(trx, user, found.caseKey);
    requireEditable(kase, user);
    await record(trx, found.version ?? '', changeTime(deps.clock.now(), kase.retrieved_at));
  });
}
