/** New users: an account with its record, and the invitation to set the first password. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { chosenText } from '../../shared/records/chosenRecords.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Language } from '../http/language.ts';
import type { MailWorld } from '../mail/outbox.ts';
import type { Refusal } from '../page-save/refusal.ts';
import { throwRefused } from '../page-save/throwRefused.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { applyRecord } from '../records/consequences.ts';
import { findChoosable } from '../records/chosenNames.store.ts';
import { addRecordWith } from '../records/newRecord.ts';
import { kindOf } from '../records/recordAccess.ts';
import type { RecordSave } from '../records/saveRecord.ts';
import type { Trx } from '../storage/database.ts';
import { makePasswordLink } from './passwordLink.ts';
import { sendPasswordMail } from './passwordMail.ts';
import { findUser } from './userAccount.store.ts';

/** The kind of the records of users. */
export const USER = 'user';

export const userKindOf = (deps: CatalogueWorld): RecordKind => kindOf(deps, USER, 'ADMIN');

export type NewUserWorld = AuditWorld & CatalogueWorld & ClockWorld;
export type InvitationWorld = NewUserWorld & MailWorld & UuidWorld;

export interface NewUser {
  userId: string;
  name: string;
  /** null: no mail reaches the user */
  mail: string | null;
  roleIds: readonly number[];
  unblind: boolean;
}

/** Who makes the user, and why: of the sponsor, or of the product and its administration. */
export type NewUserSave = Pick<RecordSave, 'user' | 'reason' | 'requestId'>;

/**
 * Makes a user of a sponsor, for which the transaction works: record, account without a password, roles. Answers the user
 * key. Throws 422 ITEM_REFUSED for an id that is none or is taken, and an address that is none or is taken.
 */
export async function addUser(
  trx: Trx,
  deps: NewUserWorld,
  save: NewUserSave,
  { language, ...wanted }: NewUser & { sponsorKey: number; language: Language },
): Promise<number> {
  const { userKey, refused } = await tryUser(trx, deps, save, wanted);
  throwRefused(refused, language);
  return userKey;
}

/**
 * The same, answering at which items of the user something was refused; then the transaction must end. `userKey`: of an
 * account that there is, which takes part in another sponsor.
 */
export async function tryUser(
  trx: Trx,
  deps: NewUserWorld,
  { user, reason, requestId }: NewUserSave,
  { sponsorKey, userKey: given, ...wanted }: NewUser & { sponsorKey: number; userKey?: number },
): Promise<{ userKey: number; refused: Refusal[] }> {
  const kind = userKindOf(deps);
  const at = deps.clock.now();
  const content = contentOf(
    kind,
    wanted,
    chosenText(await findChoosable(trx, sponsorKey, 'role', wanted.roleIds)),
  );
  const userKey = await addRecordWith(
    trx,
    deps,
    { kind, sponsorKey, recordKey: given, state: 'active', content, source: 'screen' },
    { user, reason, requestId, change: { at, by: user.userId } },
  );
  const ref = { sponsorKey, kind: kind.kind, recordKey: userKey };
  return { userKey, refused: await applyRecord(trx, { kind, ref, content, author: null, at }) };
}

/** The form of the user as filled in. */
function contentOf({ catalogue: { roles } }: RecordKind, user: NewUser, chosenRoles: string): CaseContent {
  const filled = {
    userId: user.userId,
    userName: user.name,
    userMail: user.mail ?? '',
    userRoles: chosenRoles,
    userUnblind: String(user.unblind),
  };
  const values = Object.entries(filled).flatMap(([role, value]) =>
    value === '' ? [] : [{ ...addressAt(roles[role] ?? '', []), ...EMPTY_VALUE, value }],
  );
  return { values, rows: [] };
}

/**
 * Invites a user to set the first password, or after a loss of it a new one: by mail, or where none is set up or the user
 * has no address, by the path of the link that is returned, to be shown once. Earlier links are void.
 */
export async function sendInvitation(
  trx: Trx,
  deps: ClockWorld & MailWorld & UuidWorld,
  { sponsorKey, userKey, language }: { sponsorKey: number; userKey: number; language: Language },
): Promise<{ link: string | null }> {
  const found = await findUser(trx, sponsorKey, userKey);
  if (deps.mail && found?.mail) {
    const { userId, name, mail: email } = found;
    await sendPasswordMail(trx, deps, deps.mail, { kind: 'first', userKey, userId, name, email, language });
    return { link: null };
  }
  return { link: (await makePasswordLink(trx, deps, { kind: 'first', userKey, language })).path };
}
