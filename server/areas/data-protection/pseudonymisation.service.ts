/** Pseudonymisations: a user releases them with a signature, a job carries them out. */
import type {
  BodyOf,
  DataOf,
  readPseudonymisations,
  startPseudonymisation,
} from '../../../shared/contract/index.ts';
import { provenMeaning } from '../../accounts/signing.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { enqueue } from '../../jobs/enqueue.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { caseNotFound, notFound, ownRetentionRule } from '../../problems.ts';
import { endRun, findRuns, insertRun } from '../../retention/pseudonymisation.store.ts';
import { PSEUDONYMISE } from '../../retention/pseudonymise.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findRootKeys, findRuleAuthor } from './pseudonymisation.store.ts';

type World = CatalogueWorld & ClockWorld & DatabaseWorld;

interface Signer {
  user: SessionUser;
  requestId: string;
  ip: string;
}

const MAX_RUNS = 20;

/**
 * Throws what `provenMeaning` throws, 409 OWN_RETENTION_RULE where the sponsor has another user release it than set the rule,
 * 404 CASE_NOT_FOUND where the user sees none of the cases.
 */
export async function release(
  deps: World,
  { user, requestId, ip }: Signer,
  { caseKeys, reason, signature }: BodyOf<typeof startPseudonymisation>,
): Promise<DataOf<typeof startPseudonymisation>> {
  const meaning = await provenMeaning(deps, { user, ip }, signature);
  const { sponsorKey, userKey, userId, userName } = user;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const { value: rule } = await settingOf(trx, sponsorKey, 'retention');
    if (rule.release === 'second' && (await findRuleAuthor(trx, sponsorKey)) === userId)
      throw ownRetentionRule();
    const rootKeys = await findRootKeys(trx, user, caseKeys);
    if (rootKeys.length === 0) throw caseNotFound(caseKeys[0] ?? 0);
    const at = deps.clock.now();
    const runKey = await insertRun(trx, {
      sponsor_key: sponsorKey,
      case_keys: rootKeys,
      reason,
      meaning,
      started_at: at,
      user_key: userKey,
      user_id: userId,
      user_name: userName,
      request_id: requestId,
    });
    await enqueue(trx, { kind: PSEUDONYMISE, sponsorKey, payload: { runKey }, at, createdBy: userKey });
    return { runKey };
  });
}

export const runsOf = (
  { db }: DatabaseWorld,
  { sponsorKey }: SessionUser,
): Promise<DataOf<typeof readPseudonymisations>> =>
  inSponsor(db, sponsorKey, async (trx) => ({
    runs: (await findRuns(trx, sponsorKey, MAX_RUNS)).map((run) => ({
      runKey: run.run_key,
      at: run.started_at.toISOString(),
      userName: run.user_name,
      reason: run.reason,
      state: run.state,
      done: run.done,
      total: run.case_keys.length,
      refused: run.refused,
    })),
  }));

/** What is done stays. Throws 404 NOT_FOUND where it has ended. */
export const cancel = (
  { db, clock }: DatabaseWorld & ClockWorld,
  { sponsorKey }: SessionUser,
  runKey: number,
): Promise<void> =>
  inSponsor(db, sponsorKey, async (trx) => {
    const run = { sponsor_key: sponsorKey, run_key: runKey };
    if (!(await endRun(trx, run, 'cancelled', clock.now()))) throw notFound();
  });
