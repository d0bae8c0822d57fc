/** Dismisses pairs of cases as duplicates, with the reason in the audit trails of both. */
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { appendChange } from '../audit/appendChange.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import { caseChain, caseEntry } from '../audit/auditEntry.ts';
import { lockVisibleCase } from '../cases/record/caseAccess.ts';
import { changeTime, type CaseRecord } from '../cases/record/case.store.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { SessionUser } from '../http/session.ts';
import { sameCase } from '../problems.ts';
import type { Trx } from '../storage/database.ts';

export interface Dismissal {
  user: SessionUser;
  requestId: string;
  /** any versions of the two cases */
  caseKeys: readonly [number, number];
  notDuplicate: boolean;
  reason: string;
}

/** Dismisses a pair as no duplicates, or withdraws the dismissal. A repetition changes nothing and is not audited. */
export async function recordDismissal(
  trx: Trx,
  deps: AuditWorld & CatalogueWorld & ClockWorld,
  dismissal: Dismissal,
) {
  const { user, caseKeys, notDuplicate, reason } = dismissal;
  // always locked in one order, so that concurrent dismissals of the same pair do not deadlock
  const [low, high] = caseKeys.toSorted((a, b) => a - b) as [number, number];
  const first = await lockVisibleCase(trx, user, low);
  const second = await lockVisibleCase(trx, user, high);
  if (first.root_case_key === second.root_case_key) throw sameCase();
  const pair = pairOf(user.sponsorKey, first.root_case_key, second.root_case_key);
  const at = new Date(
    Math.max(
      ...[first, second].map(({ retrieved_at }) => changeTime(deps.clock.now(), retrieved_at).getTime()),
    ),
  );
  const changed = notDuplicate
    ? await trx
        .insertInto('not_duplicate')
        .values({ ...pair, reason, at, user_key: user.userKey, user_name: user.userName })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
        .then(({ numInsertedOrUpdatedRows }) => numInsertedOrUpdatedRows)
    : await trx
        .deleteFrom('not_duplicate')
        .where('sponsor_key', '=', pair.sponsor_key)
        .where('low_key', '=', pair.low_key)
        .where('high_key', '=', pair.high_key)
        .executeTakeFirst()
        .then(({ numDeletedRows }) => numDeletedRows);
  if (Number(changed ?? 0) === 0) return;
  const note = (about: CaseRecord, other: CaseRecord) =>
    appendChange(
      trx,
      deps,
      { user, requestId: dismissal.requestId },
      { ...caseChain(user.sponsorKey, about.root_case_key), caseKey: about.case_key, at, reason },
      [
        notDuplicate
          ? caseEntry('notDuplicate', other.case_no)
          : { ...caseEntry('notDuplicate', '', '', other.case_no), after: EMPTY_VALUE },
      ],
    );
  await note(first, second);
  await note(second, first);
}

const pairOf = (sponsor_key: number, one: number, other: number) => ({
  sponsor_key,
  low_key: Math.min(one, other),
  high_key: Math.max(one, other),
});

export interface DuplicateDismissal {
  reason: string;
  by: string;
  at: Date;
}

/** What was said of pairs of a case, by the first version of the other one. */
export async function dismissalsOf(
  trx: Trx,
  sponsorKey: number,
  rootCaseKey: number,
): Promise<ReadonlyMap<number, DuplicateDismissal>> {
  const found = await trx
    .selectFrom('not_duplicate')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where((where) => where.or([where('low_key', '=', rootCaseKey), where('high_key', '=', rootCaseKey)]))
    .execute();
  return new Map(
    found.map(({ low_key, high_key, reason, user_name, at }) => [
      low_key === rootCaseKey ? high_key : low_key,
      { reason, by: user_name, at },
    ]),
  );
}
