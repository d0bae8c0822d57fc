/** The user for whom a program works: by its token, with the privileges and limits that the user has now. */
import { MAX_PROGRAM_CALLS } from '../../shared/contract/apiTokens.ts';
import { countProgramCall } from '../accounts/apiToken.store.ts';
import { expired, noPrivilege, notForPrograms, tooManyCalls, unauthenticated } from '../problems.ts';
import type { Db } from '../storage/database.ts';
import { findActingUser, hashOf, newToken, type SessionUser } from './session.ts';

/** Tells a token of a program from that of a session, also for people and for tools that look for secrets in files. */
const PREFIX = 'casewright_';

export const newProgramToken = (): string => PREFIX + newToken();

export const isProgramToken = (token: string): boolean => token.startsWith(PREFIX);

interface ProgramCall {
  token: string;
  /** the sponsor that the call names; null: none */
  requested: number | null;
  mayBeMade: boolean;
  now: Date;
}

/**
 * Throws 401 UNAUTHENTICATED for an unknown token, 401 EXPIRED for one that has ended or whose user has, 403 NO_PRIVILEGE for
 * another sponsor, 403 NOT_FOR_PROGRAMS, 429 TOO_MANY_CALLS.
 */
export async function findProgramUser(
  db: Db,
  { token, requested, mayBeMade, now }: ProgramCall,
): Promise<SessionUser> {
  const found = await countProgramCall(db, hashOf(token), now);
  if (!found) throw unauthenticated();
  const { sponsorKey, userKey, isOpen, calls, secondsLeft } = found;
  const user = isOpen ? await findActingUser(db, { userKey, sponsorKey, senderKey: null }, now) : null;
  if (!user) throw expired();
  if (requested !== null && requested !== sponsorKey) throw noPrivilege();
  if (calls > MAX_PROGRAM_CALLS) throw tooManyCalls(secondsLeft);
  if (!mayBeMade) throw notForPrograms();
  return user;
}
