/**
 * The account of a user's record (schemas/records/user): who the user is, and in the sponsor the roles, limits and dates
 * that every request reads.
 */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { SCOPE_KINDS, type Scope } from '../../shared/access/scope.ts';
import { isPlainlyWritten, isUserId } from '../../shared/access/userId.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { isMailAddress } from '../../shared/mail/mailAddress.ts';
import { chosenRecords } from '../../shared/records/chosenRecords.ts';
import { refusal, type Refusal, type RefusalId } from '../page-save/refusal.ts';
import type { AppliedRecord, RecordConsequence } from '../records/recordConsequence.ts';
import type { Trx } from '../storage/database.ts';
import { coversAccount, type Administrator } from './coversAccount.ts';
import { findItemsHiddenBy } from './itemRights.store.ts';
import { countUsersWith } from './lastAdministrator.store.ts';
import { deleteOpenLinks } from './passwordToken.store.ts';
import { lockSponsor } from './sponsors.store.ts';
import {
  countInspectorRoles,
  findOthersWith,
  findUser,
  newUserKey,
  putAccess,
  putUser,
  type FoundUser,
  type UserAccess,
} from './userAccount.store.ts';

/** Roles of items (`catalogue.roles`) that describe an account. */
type UserItem =
  | 'userId'
  | 'userName'
  | 'userMail'
  | 'userRoles'
  | 'userStart'
  | 'userEnd'
  | 'userTrained'
  | 'userUnblind'
  | 'userSenders'
  | 'userProducts'
  | 'userStudies';

const LIMITED_BY: Record<(typeof SCOPE_KINDS)[number], UserItem> = {
  senderKeys: 'userSenders',
  productKeys: 'userProducts',
  studyKeys: 'userStudies',
};

interface Described {
  userId: string;
  name: string;
  mail: string | null;
  access: UserAccess;
}

/** What the record says of the account. */
function described(kind: RecordKind, { values }: CaseContent): Described {
  const textOf = (item: UserItem): string | null => {
    const itemId = kind.catalogue.roles[item];
    return values.find((value) => value.itemId === itemId)?.value ?? null;
  };
  const keysOf = (item: UserItem) => chosenRecords(textOf(item)).map(({ key }) => key);
  return {
    userId: textOf('userId')?.trim() ?? '',
    name: textOf('userName')?.trim() ?? '',
    mail: textOf('userMail')?.trim() ?? null,
    access: {
      roleIds: keysOf('userRoles'),
      senderKeys: keysOf('userSenders'),
      productKeys: keysOf('userProducts'),
      studyKeys: keysOf('userStudies'),
      unblind: textOf('userUnblind') === 'true',
      startOn: textOf('userStart'),
      endOn: textOf('userEnd'),
      trainedOn: textOf('userTrained'),
    },
  };
}

async function apply(trx: Trx, { kind, ref, content, author, at }: AppliedRecord): Promise<Refusal[]> {
  const { sponsorKey, recordKey: userKey } = ref;
  const atItem = (item: UserItem, why: RefusalId): Refusal =>
    refusal(addressAt(kind.catalogue.roles[item] ?? '', []), why);
  const wanted = described(kind, content);
  await lockSponsor(trx, sponsorKey);
  const before = await findUser(trx, sponsorKey, userKey);
  const refused = [
    ...identityFaults(wanted, before),
    ...(await takenParts(trx, userKey, wanted)),
    ...accessFaults(wanted.access, before, author?.userKey === userKey),
    ...inspectorFaults(wanted.access, await countInspectorRoles(trx, sponsorKey, wanted.access.roleIds)),
    ...(author === null ? [] : limitFaults(wanted.access, before, author)),
    ...(author === null || author.mayUnblind ? [] : blindingFaults(wanted, before)),
    ...(author === null ? [] : await openingFaults(trx, sponsorKey, { wanted, before, author })),
  ];
  if (refused.length > 0) return refused.map(([item, why]) => atItem(item, why));
  await putUser(trx, { userKey, userId: wanted.userId, name: wanted.name, mail: wanted.mail });
  // the links that were mailed to the former address are read there, maybe by another person
  if (before && before.mail !== wanted.mail) await deleteOpenLinks(trx, userKey);
  await putAccess(trx, { sponsorKey, userKey, at }, wanted.access);
  const administrators =
    author === null ? 1 : await countUsersWith(trx, { sponsorKey, privilege: 'EDIT.ADMIN', at });
  return administrators === 0 ? [atItem('userRoles', 'user.lastAdministrator')] : [];
}

type Fault = [UserItem, RefusalId];

/** Who the user is: an id never changes, and what several sponsors share none of them changes. */
function identityFaults({ userId, name, mail }: Described, before: FoundUser | undefined): Fault[] {
  const faults: Fault[] = [];
  if (name === '') faults.push(['userName', 'value.required']);
  if (userId === '') faults.push(['userId', 'value.required']);
  else if (before && before.userId !== userId) faults.push(['userId', 'user.idNeverChanges']);
  else if (!before && !isUserId(userId)) faults.push(['userId', 'user.invalidId']);
  else if (!before && !isPlainlyWritten(userId)) faults.push(['userId', 'user.otherForm']);
  if (mail !== null && mail !== before?.mail && !isMailAddress(mail))
    faults.push(['userMail', 'value.notValid']);
  if (before?.isShared && before.name !== name) faults.push(['userName', 'user.shared']);
  if (before?.isShared && before.mail !== mail) faults.push(['userMail', 'user.shared']);
  return faults;
}

/** Ids and addresses that other accounts have, deactivated ones too, whatever the case of their letters. */
async function takenParts(trx: Trx, userKey: number, { userId, mail }: Described): Promise<Fault[]> {
  const others = await findOthersWith(trx, userKey, { userId, mail });
  return [
    ...(others.sameId ? ([['userId', 'value.exists']] as Fault[]) : []),
    ...(others.sameMail ? ([['userMail', 'value.exists']] as Fault[]) : []),
  ];
}

const ACCESS_ITEMS: Record<keyof UserAccess, UserItem> = {
  ...LIMITED_BY,
  roleIds: 'userRoles',
  unblind: 'userUnblind',
  startOn: 'userStart',
  endOn: 'userEnd',
  trainedOn: 'userTrained',
};

const changedParts = (access: UserAccess, before: FoundUser | undefined): (keyof UserAccess)[] =>
  (Object.keys(ACCESS_ITEMS) as (keyof UserAccess)[]).filter(
    (part) => String(access[part] ?? '') !== String(before?.access[part] ?? ''),
  );

/** Nobody changes their own access. */
function accessFaults(access: UserAccess, before: FoundUser | undefined, isOwn: boolean): Fault[] {
  const { startOn, endOn } = access;
  const order: Fault[] =
    startOn !== null && endOn !== null && endOn < startOn ? [['userEnd', 'user.endBeforeStart']] : [];
  return isOwn
    ? [...order, ...changedParts(access, before).map((part): Fault => [ACCESS_ITEMS[part], 'user.ownAccess'])]
    : order;
}

/** Who holds a role of inspectors reads within limits, and until a day (decision 0282). */
function inspectorFaults({ roleIds, endOn, ...access }: UserAccess, inspectorRoles: number): Fault[] {
  if (inspectorRoles === 0) return [];
  const isLimited = SCOPE_KINDS.some((kind) => access[kind].length > 0);
  return [
    ...(inspectorRoles < roleIds.length ? ([['userRoles', 'user.inspectorReads']] as Fault[]) : []),
    ...(endOn === null ? ([['userEnd', 'user.inspectorEnds']] as Fault[]) : []),
    ...(isLimited ? [] : ([['userSenders', 'user.inspectorLimited']] as Fault[])),
  ];
}

/** Administrators who are limited give no wider limit than their own. */
const limitFaults = (access: UserAccess, before: FoundUser | undefined, author: Scope): Fault[] => {
  const changed = new Set(changedParts(access, before));
  return SCOPE_KINDS.filter(
    (kind) => author[kind].length > 0 && access[kind].length === 0 && (!before || changed.has(kind)),
  ).map((kind) => [LIMITED_BY[kind], 'user.widerThanOwn']);
};

/** Who may not see blinded values opens them to no other user. */
const blindingFaults = ({ access }: Described, before: FoundUser | undefined): Fault[] =>
  access.unblind && !before?.access.unblind ? [['userUnblind', 'user.unblindNotOwn']] : [];

/**
 * Administrators open no item that a role hides from them, and take over no account that sees more than they do by
 * an address of their own.
 */
async function openingFaults(
  trx: Trx,
  sponsorKey: number,
  { wanted, before, author }: { wanted: Described; before: FoundUser | undefined; author: Administrator },
): Promise<Fault[]> {
  const hidden = await findItemsHiddenBy(trx, sponsorKey, wanted.access.roleIds);
  const hiddenBefore = before && (await findItemsHiddenBy(trx, sponsorKey, before.access.roleIds));
  const isOpened = (itemId: string) => !hidden.includes(itemId) && (hiddenBefore?.includes(itemId) ?? true);
  const takesOver =
    before !== undefined &&
    before.mail !== wanted.mail &&
    !coversAccount(author, { ...wanted.access, hidden });
  return [
    ...(author.hidden.some(isOpened) ? ([['userRoles', 'user.seesMore']] as Fault[]) : []),
    ...(takesOver ? ([['userMail', 'user.seesMore']] as Fault[]) : []),
  ];
}

export const userAccount: RecordConsequence = { newKey: newUserKey, apply };
