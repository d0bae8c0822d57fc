/** The second factor of a user, as the user sets it up, replaces and removes it. */
import type { beginFactor as beginFactorCall, readFactor } from '../../../shared/contract/accounts.ts';
import type { BodyOf, DataOf } from '../../../shared/contract/call.ts';
import { accountRulesOf } from '../../accounts/accountRules.store.ts';
import { checkPassword } from '../../accounts/checkPassword.ts';
import { beginFactor, confirmFactor, requireCode, requireOwnFactor } from '../../accounts/secondFactor.ts';
import { countRecoveryCodes, deleteFactor, findFactor } from '../../accounts/secondFactor.store.ts';
import { recordUserEvent } from '../../accounts/userAudit.ts';
import type { Author } from '../../audit/appendChange.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ConfigWorld } from '../../config.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { secondFactorDemanded, wrongCurrentPassword } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** What this module needs of the server. */
type OwnFactorWorld = AuditWorld & CatalogueWorld & ClockWorld & ConfigWorld & DatabaseWorld;

interface Own extends Author {
  user: SessionUser;
  ip: string;
}

export async function factorOf(
  { db, clock }: OwnFactorWorld,
  { userKey }: SessionUser,
): Promise<DataOf<typeof readFactor>> {
  const found = await findFactor(db, userKey);
  const { secondFactor } = await accountRulesOf(db, userKey, clock.now());
  return {
    since: found?.confirmed_at?.toISOString() ?? null,
    recoveryCodes: await countRecoveryCodes(db, userKey),
    demanded: secondFactor,
  };
}

/** Throws 422 WRONG_CURRENT_PASSWORD, 429 TOO_MANY_ATTEMPTS, and what `requireOwnFactor` throws: a factor in use is not replaced without it. */
export async function begin(
  deps: OwnFactorWorld,
  { user, ip }: Own,
  { password, code }: BodyOf<typeof beginFactorCall>,
): Promise<DataOf<typeof beginFactorCall>> {
  const proof = await checkPassword(deps, { userId: user.userId, password, ip });
  if (proof?.userKey !== user.userKey) throw wrongCurrentPassword();
  await requireOwnFactor(deps, { ...proof, ip }, code);
  return beginFactor(deps, user);
}

/** Throws 401 WRONG_CODE, 429 TOO_MANY_ATTEMPTS. */
export async function confirm(
  deps: OwnFactorWorld,
  own: Own,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { sponsorKey } = own.user;
  const recoveryCodes = await confirmFactor(deps, own.user, code);
  await inSponsor(deps.db, sponsorKey, (trx) =>
    recordUserEvent(trx, deps, own, factorEvent(deps, own, 'setUp')),
  );
  return { recoveryCodes };
}

/** Throws 409 SECOND_FACTOR_DEMANDED, 401 WRONG_CODE, 429 TOO_MANY_ATTEMPTS. */
export async function remove(deps: OwnFactorWorld, own: Own, code: string): Promise<void> {
  const { userKey, userId, sponsorKey } = own.user;
  const { secondFactor } = await accountRulesOf(deps.db, userKey, deps.clock.now());
  if (secondFactor) throw secondFactorDemanded();
  await requireCode(deps, { userKey, userId, ip: own.ip }, code);
  await inSponsor(deps.db, sponsorKey, async (trx) => {
    await deleteFactor(trx, userKey);
    await recordUserEvent(trx, deps, own, factorEvent(deps, own, 'removed'));
  });
}

const factorEvent = (
  { clock }: OwnFactorWorld,
  { user: { sponsorKey, userKey } }: Own,
  event: 'setUp' | 'removed',
) => ({ sponsorKey, userKey, at: clock.now(), what: 'userFactor', event }) as const;
