/** Review, lock and deletion of several cases: what would be done, and doing it one by one. */
import type { BodyOf, checkCasesStatus, DataOf, setCasesStatus } from '../../../shared/contract/index.ts';
import { needsSignature } from '../../../machines/case-status/caseStatus.machine.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import {
  caseReadiness,
  judgeReadiness,
  questionsOf,
  readinessSettings,
  refusedToAuthor,
} from '../../case-findings/caseReadiness.ts';
import { statusOf } from '../../cases/record/caseAccess.ts';
import { keysInScope } from '../../cases/record/caseScope.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import { attempt, refusalOf } from '../../http/refusalOf.ts';
import { caseNotFound, Problem } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import {
  applyStatus,
  problemOf,
  refusedByHold,
  requirePossible,
  signed,
  type UnsignedChange,
} from './caseStatus.service.ts';
import type { Caller } from './cases.service.ts';
import { findVersionsByKey, rootsDistributed } from './cases.store.ts';

/** What this module needs of the server. */
type CasesStatusWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & ProjectionsWorld;

type StatusRequest = BodyOf<typeof checkCasesStatus> & Pick<UnsignedChange, 'statusId'>;
type Checked = DataOf<typeof checkCasesStatus>;
/** The answer about a case that does not exist or is out of scope. */
const UNKNOWN_CASE = {
  caseNo: null,
  status: null,
  distributed: false,
  readiness: [],
  openQuestions: 0,
  needsOverride: false,
};

type Done = DataOf<typeof setCasesStatus>;

/**
 * The current status of each case, and the obstacles to a change of it. Reports nothing else about a case that does
 * not exist or is out of scope.
 */
export function checkStatusOfCases(
  deps: CasesStatusWorld,
  caller: Caller,
  { statusId, status, caseKeys }: StatusRequest,
): Promise<Checked> {
  const { user, language } = caller;
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const visible = [...(await keysInScope(trx, user.sponsorKey, user, caseKeys))];
    const found = await findVersionsByKey(trx, user.sponsorKey, visible);
    const distributed = await rootsDistributed(
      trx,
      user.sponsorKey,
      found.map(({ root_case_key }) => root_case_key),
    );
    const byKey = new Map(found.map((one) => [one.case_key, one]));
    const setting = await readinessSettings(trx, user.sponsorKey);
    const goesOn = needsSignature(statusId, status);
    const listInfo: Checked['listInfo'] = [];
    for (const caseKey of caseKeys) {
      const one = byKey.get(caseKey);
      if (!one) {
        const refusal = refusalOf(caseNotFound(caseKey), language);
        listInfo.push({ ...UNKNOWN_CASE, caseKey, refusal });
        continue;
      }
      const problem =
        problemOf(one, { statusId, status }, user) ?? (await refusedByHold(trx, one, { statusId, status }));
      const readiness = goesOn && !problem ? await caseReadiness(trx, deps, caller, one) : [];
      const questions = goesOn && !problem ? await questionsOf(trx, deps, user, one, statusId) : 0;
      const { refusal, needsOverride } = judgeReadiness(setting, readiness, questions);
      const author = goesOn && !problem ? await refusedToAuthor(trx, user, one) : null;
      const why = author ?? refusal ?? problem;
      listInfo.push({
        caseKey,
        caseNo: one.case_no,
        status: statusOf(one, language),
        distributed: distributed.has(one.root_case_key),
        readiness,
        openQuestions: questions,
        needsOverride: needsOverride !== null,
        refusal: why && refusalOf(why, language),
      });
    }
    return { listInfo };
  });
}

/**
 * Changes the status of the cases in the order given, each in a transaction of its own: what one is refused for, as the
 * call about it alone would be, does not stop the others. Signed once, when the first case can be done; where that
 * fails (422, 429) nothing was done.
 */
export async function changeStatusOfCases(
  deps: CasesStatusWorld,
  caller: Caller,
  { cases, signature, ...requested }: BodyOf<typeof setCasesStatus>,
): Promise<Done> {
  let signing: Promise<string | null> | null = null;
  const listInfo: Done['listInfo'] = [];
  for (const { caseKey, retrievedAt } of cases) {
    const change = { ...requested, retrievedAt };
    const refused = await attempt(() => requirePossible(deps, caller, caseKey, change));
    // outside of the attempt: a wrong password is no matter of one case
    const meaning = refused ? null : await (signing ??= signed(deps, caller, { ...requested, signature }));
    const done = refused ?? (await attempt(() => applyStatus(deps, caller, caseKey, change, meaning)));
    listInfo.push(
      done instanceof Problem
        ? { caseKey, status: null, refusal: refusalOf(done, caller.language) }
        : { caseKey, status: done, refusal: null },
    );
  }
  return { listInfo };
}
