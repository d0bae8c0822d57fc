/** The second factor of a user: codes of an authenticator (TOTP, RFC 6238), and recovery codes for when it is lost. */
import { createHash, randomInt } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { ClockWorld } from '../ports/clock.ts';
import { sealing, type Sealing } from '../sealing.ts';
import type { ConfigWorld } from '../config.ts';
import { secondFactorRequired, secondFactorSetUp, tooManyAttempts, wrongCode } from '../problems.ts';
import type { Db, DatabaseWorld, Trx } from '../storage/database.ts';
import { accountRulesOf } from './accountRules.store.ts';
import { refuseOften } from './refuseOften.ts';
import {
  confirmPending,
  findFactor,
  putPending,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './secondFactor.store.ts';
import { noteSignInFailure } from './signInFailures.store.ts';
import { forgetAttempts } from './throttle.store.ts';

/** What this module needs of the server. */
export type FactorWorld = ClockWorld & ConfigWorld & DatabaseWorld;

const ISSUER = 'Casewright';
/** clocks of phones are off by less */
const TOLERANCE_S = 30;
const RECOVERY_CODES = 10;
/** without those that look alike */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LETTERS = 10;

/** An authenticator as it is set up: typed or scanned. */
export interface NewFactor {
  /** base 32 */
  secret: string;
  /** `otpauth://` */
  uri: string;
}

const sealingOf = ({ config }: ConfigWorld): Sealing => sealing(config, 'second factors');

/** Codes are typed with or without the spaces and dashes between their parts. */
const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

const hashOfCode = (userKey: number, code: string): Buffer =>
  createHash('sha256')
    .update(`${userKey} ${plain(code)}`)
    .digest();

/**
 * The step of a code of the sealed secret that is good now; null: it is not. None is of an authenticator that was set up
 * before the operator changed the secret of the installation: recovery codes and administrators still help its user.
 */
function stepOf(deps: ConfigWorld, sealed: Buffer, code: string, now: Date): number | null {
  const token = plain(code);
  if (!/^\d{6}$/.test(token)) return null;
  const secret = sealingOf(deps).openedOrNull(sealed);
  if (secret === null) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_S });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/**
 * The code of a user who has a second factor in use, after the right password. Throws 401 SECOND_FACTOR_REQUIRED where it is
 * missing, 401 WRONG_CODE, 429 TOO_MANY_ATTEMPTS.
 */
export async function requireOwnFactor(
  deps: FactorWorld,
  user: { userKey: number; userId: string; ip: string },
  code: string | undefined,
): Promise<void> {
  if (!(await hasFactor(deps.db, user.userKey))) return;
  if (code === undefined || code.trim() === '') throw secondFactorRequired();
  await requireCode(deps, user, code);
}

/**
 * Throws 403 SECOND_FACTOR_SET_UP, with a new authenticator, where a sponsor demands a second factor that the user does not
 * have.
 */
export async function requireDemandedFactor(
  deps: FactorWorld,
  user: { userKey: number; userId: string },
): Promise<void> {
  if (await hasFactor(deps.db, user.userKey)) return;
  const { secondFactor } = await accountRulesOf(deps.db, user.userKey, deps.clock.now());
  if (!secondFactor) return;
  // a new one each time: another person who knows the password may have seen the one before
  throw secondFactorSetUp(await beginFactor(deps, user));
}

/** Takes a code of the authenticator in use or a recovery code, each once. Throws 401 WRONG_CODE, 429 TOO_MANY_ATTEMPTS. */
export async function requireCode(
  deps: FactorWorld,
  { userKey, userId, ip }: { userKey: number; userId: string; ip: string },
  code: string,
): Promise<void> {
  const subject = { kind: 'code', name: userId } as const;
  await refuseOften(deps, [subject], tooManyAttempts);
  if (!(await takeCode(deps, userKey, code))) {
    await noteSignInFailure(deps.db, { userKey, ip, at: deps.clock.now() });
    throw wrongCode();
  }
  await forgetAttempts(deps.db, subject);
}

async function takeCode(deps: FactorWorld, userKey: number, code: string): Promise<boolean> {
  const { db, clock } = deps;
  const found = await findFactor(db, userKey);
  if (!found?.secret) return false;
  const step = stepOf(deps, found.secret, code, clock.now());
  if (step !== null) return takeStep(db, userKey, step);
  return takeRecoveryCode(db, userKey, hashOfCode(userKey, code), clock.now());
}

/** Begins to set up an authenticator; one in use stays until the new one is confirmed. */
export async function beginFactor(
  deps: FactorWorld,
  { userKey, userId }: { userKey: number; userId: string },
): Promise<NewFactor> {
  const secret = generateSecret();
  await putPending(deps.db, userKey, sealingOf(deps).sealed(secret));
  return { secret, uri: generateURI({ issuer: ISSUER, label: userId, secret }) };
}

/**
 * Takes the authenticator in use that was being set up. Answers new recovery codes, which are shown this once: earlier ones
 * are void. Throws 401 WRONG_CODE, 429 TOO_MANY_ATTEMPTS.
 */
export async function confirmFactor(
  deps: FactorWorld,
  { userKey, userId }: { userKey: number; userId: string },
  code: string,
  alsoIn: (trx: Trx) => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  const subject = { kind: 'code', name: userId } as const;
  await refuseOften(deps, [subject], tooManyAttempts);
  const at = deps.clock.now();
  const { pending = null } = (await findFactor(deps.db, userKey)) ?? {};
  const step = pending && stepOf(deps, pending, code, at);
  if (pending === null || step === null) throw wrongCode();
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await deps.db.transaction().execute(async (trx) => {
    if (!(await confirmPending(trx, { userKey, pending, step, at }))) throw wrongCode();
    await replaceRecoveryCodes(
      trx,
      userKey,
      codes.map((one) => hashOfCode(userKey, one)),
    );
    await alsoIn(trx);
  });
  await forgetAttempts(deps.db, subject);
  return codes;
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
  letters.splice(CODE_LETTERS / 2, 0, '-');
  return letters.join('');
}

/** Whether the user has a second factor in use. */
export const hasFactor = async (db: Db, userKey: number): Promise<boolean> =>
  Boolean((await findFactor(db, userKey))?.secret);
