/** The first administrator outside demo mode: a link printed by the first start, good for one use. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { passwordFault } from '../../../shared/access/passwordRules.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import { lowerLetters } from '../../../shared/text/fold.ts';
import type { readSetUp, setUp } from '../../../shared/contract/auth.ts';
import type { DataOf } from '../../../shared/contract/call.ts';
import { addUser } from '../../accounts/inviteUser.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import { putPasswordHash } from '../../accounts/passwordToken.store.ts';
import { hasAdministrator, insertSponsor, makeSystemAdmin } from '../../accounts/tenants.store.ts';
import { insertUsualRoles, ROLE } from '../../accounts/usualRoles.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { describeCompany } from '../../companies/describeCompany.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { Language } from '../../http/language.ts';
import { hashOf, newToken } from '../../http/session.ts';
import { addRecordWith } from '../../records/newRecord.ts';
import { kindWithRole } from '../../records/kindWithRole.ts';
import { kindOf } from '../../records/recordAccess.ts';
import type { RecordWorld } from '../../records/saveRecord.ts';
import { badPassword, invalidRequest, setUpClosed, userIdTaken } from '../../problems.ts';
import type { Db, Trx, DatabaseWorld } from '../../storage/database.ts';

/** What this module needs of the server. */
type SetUpWorld = ClockWorld & DatabaseWorld;
type First = Static<typeof setUp.body>;

/** Processes that start within this time are started together. */
export const SAME_START_MS = 30_000;

/** Makes a link's token, and earlier ones void; null once there is an administrator. */
export async function newSetUpToken({ db, clock }: SetUpWorld): Promise<string | null> {
  if (await hasAdministrator(db)) return null;
  return db.transaction().execute((trx) => replaceToken(trx, clock.now()));
}

/**
 * The same for one of several processes that may start at once: no token if another one was made just now, which would
 * become void.
 */
export async function setUpTokenOfStart({
  db,
  clock,
}: SetUpWorld): Promise<{ token: string | null; isOpen: boolean }> {
  if (await hasAdministrator(db)) return { token: null, isOpen: false };
  return db.transaction().execute(async (trx) => {
    await sql`lock table set_up_token in share row exclusive mode`.execute(trx);
    const at = clock.now();
    const isPrinted = await hasTokenSince(trx, new Date(at.getTime() - SAME_START_MS));
    return { token: isPrinted ? null : await replaceToken(trx, at), isOpen: true };
  });
}

async function replaceToken(trx: Trx, at: Date): Promise<string> {
  const token = newToken();
  await trx.deleteFrom('set_up_token').where('used_at', 'is', null).execute();
  await trx
    .insertInto('set_up_token')
    .values({ token_hash: hashOf(token), created_at: at })
    .execute();
  return token;
}

const hasTokenSince = async (trx: Trx, since: Date): Promise<boolean> =>
  (await trx
    .selectFrom('set_up_token')
    .select('token_hash')
    .where('used_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst()) !== undefined;

/** Whether the link is good, with the countries to choose from; they are in the order of their names. */
export async function setUpOf(
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  token: string,
  language: Language,
): Promise<DataOf<typeof readSetUp>> {
  if ((await hasAdministrator(db)) || !(await lockUnused(db, token))) return { open: false, countries: [] };
  return {
    open: true,
    countries: countriesOf(catalogue)
      .map(({ code, label }) => ({ code, label: label[language] }))
      .toSorted((one, other) => one.label.localeCompare(other.label, language)),
  };
}

/** Countries that a company may be of. */
function countriesOf(catalogue: CatalogueWorld['catalogue']) {
  const country = kindWithRole(catalogue.whole, 'companyCountry')?.catalogue;
  const item = country?.items[country.roles['companyCountry'] ?? ''];
  return catalogue.codeLists[item?.codeList ?? '']?.codes ?? [];
}

/** Two letters may be no country; the settings of the sponsor would then refuse what the set-up has stored. */
function refuseUnknownCountry({ catalogue }: CatalogueWorld, country: string): void {
  if (countriesOf(catalogue).some(({ code }) => code === country)) return;
  const message = `${country} is not one of the countries that this address answers to GET`;
  throw invalidRequest([{ in: 'body', path: 'country', message }]);
}

const lockUnused = (db: Db, token: string) =>
  db
    .selectFrom('set_up_token')
    .select('token_hash')
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/**
 * Adds administrator, sponsor and sender: all of it, or nothing. Throws 409 SET_UP_CLOSED for a link that is not good,
 * 400 for a password or a country that may not be.
 */
export async function setUpFirst(
  deps: SetUpWorld & RecordWorld,
  { token, language }: { token: string; language: Language },
  first: First,
): Promise<void> {
  const { db, clock } = deps;
  const fault = passwordFault(first.password, { userId: first.userId });
  if (fault) throw badPassword(fault);
  refuseUnknownCountry(deps, first.country);
  await db.transaction().execute(async (trx) => {
    // two who hold the link at once come here one after the other
    if (!(await lockUnused(trx, token)) || (await hasAdministrator(trx))) throw setUpClosed();
    await refuseTakenId(trx, first.userId);
    const sponsorKey = await insertSponsor(trx, {
      companyName: first.sponsorName,
      clientType: 'SPO',
      country: first.country,
      name: first.sponsorName,
      timeZone: 'UTC',
      useWorkflow: false,
      defaultAppendix: 'ICH',
    });
    const { userId, userName, password } = first;
    const author = { user: { userKey: null, userId, userName }, reason: 'Initial Data', requestId: '' };
    await insertUsualRoles(trx, deps, { ...author, sponsorKey, language });
    await describeCompany(trx, deps, author, { sponsorKey, administrator: { userId, name: userName } });
    const userKey = await addUser(trx, deps, author, {
      sponsorKey,
      userId,
      name: userName,
      mail: null,
      roleIds: [ROLE.administrator],
      unblind: true,
      language,
    });
    await putPasswordHash(trx, userKey, await hashPassword(password), clock.now());
    await makeSystemAdmin(trx, userKey);
    await addFirstSender(trx, deps, sponsorKey, { ...first, userKey });
    await trx
      .updateTable('set_up_token')
      .set({ used_at: clock.now() })
      .where('token_hash', '=', hashOf(token))
      .execute();
  });
}

async function addFirstSender(
  trx: Trx,
  deps: SetUpWorld & RecordWorld,
  sponsorKey: number,
  { userKey, userId, userName, senderName }: First & { userKey: number },
): Promise<void> {
  const kind = kindOf(deps, 'sender');
  const value = { ...addressAt(kind.nameItem, []), ...EMPTY_VALUE, value: senderName };
  const content = { values: [value], rows: [] };
  await addRecordWith(
    trx,
    deps,
    { kind, sponsorKey, state: 'active', content, source: 'system' },
    {
      user: { userKey, userId, userName },
      reason: 'Initial Data',
      requestId: '',
      change: { at: deps.clock.now(), by: userId },
    },
  );
}

async function refuseTakenId(trx: Trx, userId: string): Promise<void> {
  const found = await trx
    .selectFrom('app_user')
    .select('user_key')
    .where(sql`lower(user_id)`, '=', lowerLetters(userId))
    .executeTakeFirst();
  if (found) throw userIdTaken();
}
