/** An electronic signature as it is given: what it means, and the signer's password again (21 CFR 11.50, 11.200). */
import type { Static } from 'typebox';
import type { Signature } from '../../shared/contract/caseStatus.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import type { SessionUser } from '../http/session.ts';
import { signatureRequired, unknownMeaning, wrongSignaturePassword } from '../problems.ts';
import { checkPassword } from './checkPassword.ts';

/** What this module needs of the server. */
type SigningWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

/** Data: schemas/code-lists. */
const MEANINGS = 'signature-meaning';

/**
 * The meaning of a signature whose password is the user's own. Throws 422 SIGNATURE_REQUIRED, UNKNOWN_MEANING or
 * WRONG_SIGNATURE_PASSWORD, 429 TOO_MANY_ATTEMPTS. Not in the transaction of what is signed: a wrong password counts
 * whatever becomes of that.
 */
export async function provenMeaning(
  deps: SigningWorld,
  { user, ip }: { user: SessionUser; ip: string },
  signature: Static<typeof Signature> | undefined,
): Promise<string> {
  if (!signature) throw signatureRequired();
  const { meaning, password } = signature;
  const known = deps.catalogue.codeLists[MEANINGS]?.codes.some(({ code }) => code === meaning);
  if (!known) throw unknownMeaning(meaning);
  const proof = await checkPassword(deps, { userId: user.userId, password, ip });
  if (proof?.userKey !== user.userKey) throw wrongSignaturePassword();
  return meaning;
}
