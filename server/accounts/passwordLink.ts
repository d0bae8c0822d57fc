/** Links that set a password: made for a mail, or to be shown once where no mail is set up. */
import type { ClockWorld } from '../ports/clock.ts';
import { hashOf, newToken } from '../http/session.ts';
import type { Language } from '../http/language.ts';
import type { Trx } from '../storage/database.ts';
import { deleteOpenLinks, insertLink } from './passwordToken.store.ts';

const HOUR_MS = 60 * 60_000;
const VALID_MS = { reset: HOUR_MS, first: 7 * 24 * HOUR_MS, expired: HOUR_MS } as const;

export type LinkKind = keyof typeof VALID_MS;

export interface PasswordLink {
  /** of the product, without its host */
  path: string;
  until: Date;
}

/** Makes a link; earlier ones of the user are void. The database keeps only its hash. */
export async function makePasswordLink(
  trx: Trx,
  { clock }: ClockWorld,
  { kind, userKey, language }: { kind: LinkKind; userKey: number; language: Language },
): Promise<PasswordLink> {
  const token = newToken();
  const at = clock.now();
  const until = new Date(at.getTime() + VALID_MS[kind]);
  await deleteOpenLinks(trx, userKey);
  await insertLink(trx, {
    token_hash: hashOf(token),
    user_key: userKey,
    kind,
    created_at: at,
    expires_at: until,
  });
  return { path: `/password/change/${token}/${language}`, until };
}
