/** Tokens of programs: a user makes them for their own work in a sponsor, and ends them. Both are in the user's audit trail. */
import {
  MAX_TOKENS,
  type BodyOf,
  type createApiToken,
  type DataOf,
  type listApiTokens,
} from '../../../shared/contract/index.ts';
import { endToken, findOpenTokens, insertToken } from '../../accounts/apiToken.store.ts';
import { recordUserEvent } from '../../accounts/userAudit.ts';
import type { Author as AuditAuthor } from '../../audit/appendChange.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { newProgramToken } from '../../http/programUser.ts';
import { hashOf, type SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { notFound, tooManyTokens } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';

type World = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

interface Author extends AuditAuthor {
  user: SessionUser;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const tokensOf = (
  { db, clock }: DatabaseWorld & ClockWorld,
  user: SessionUser,
): Promise<DataOf<typeof listApiTokens>> =>
  inSponsor(db, user.sponsorKey, async (trx) => ({
    tokens: (await findOpenTokens(trx, user, clock.now())).map((one) => ({
      tokenKey: one.token_key,
      name: one.name,
      createdAt: one.created_at.toISOString(),
      expiresAt: one.expires_at.toISOString(),
      lastUsedAt: one.last_used_at?.toISOString() ?? null,
    })),
  }));

/** Throws 422 TOO_MANY_TOKENS. */
export const make = (
  deps: World,
  author: Author,
  { name, days }: BodyOf<typeof createApiToken>,
): Promise<DataOf<typeof createApiToken>> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const at = deps.clock.now();
    if ((await findOpenTokens(trx, author.user, at)).length >= MAX_TOKENS) throw tooManyTokens(MAX_TOKENS);
    const { sponsorKey, userKey } = author.user;
    const token = newProgramToken();
    const expiresAt = new Date(at.getTime() + days * DAY_MS);
    const tokenKey = await insertToken(trx, {
      sponsorKey,
      userKey,
      tokenHash: hashOf(token),
      name: name.trim(),
      at,
      expiresAt,
    });
    await note(trx, deps, author, 'setUp');
    return { token, tokenKey, expiresAt: expiresAt.toISOString() };
  });

/** Throws 404 NOT_FOUND. */
export const end = (deps: World, author: Author, tokenKey: string): Promise<void> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const { sponsorKey, userKey } = author.user;
    if (!(await endToken(trx, { sponsorKey, userKey, tokenKey, at: deps.clock.now() }))) throw notFound();
    await note(trx, deps, author, 'removed');
  });

async function note(trx: Trx, deps: World, author: Author, event: 'setUp' | 'removed'): Promise<void> {
  const { sponsorKey, userKey } = author.user;
  const at = deps.clock.now();
  await recordUserEvent(trx, deps, author, { sponsorKey, userKey, at, what: 'userToken', event });
}
