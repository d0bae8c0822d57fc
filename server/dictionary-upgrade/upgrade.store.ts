/** Queries on upgrades of dictionaries and their texts. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { codesHeld, type ReleasePair } from '../coding/codesHeld.store.ts';
import { hasCode } from '../dictionaries/entries.store.ts';
import { inEverySponsor } from '../accounts/sponsors.store.ts';
import { readInSponsor, type Db, type Trx } from '../storage/database.ts';
import type { UpgradeResult } from '../../machines/dictionary-upgrade/dictionaryUpgrade.machine.ts';
import type { UpgradeTables } from '../storage/upgradeTables.ts';

export type Upgrade = Selectable<UpgradeTables['dictionary_upgrade']>;
export type UpgradeText = Selectable<UpgradeTables['dictionary_upgrade_text']>;

/** Its key; null: the dictionary has one that has not ended. */
export async function insertUpgrade(
  trx: Trx,
  upgrade: Pick<
    Upgrade,
    | 'sponsor_key'
    | 'process_key'
    | 'dictionary'
    | 'from_version'
    | 'to_version'
    | 'reason'
    | 'begun_at'
    | 'begun_by'
    | 'begun_name'
  >,
): Promise<number | null> {
  const inserted = await trx
    .insertInto('dictionary_upgrade')
    .values({ ...upgrade, state: 'preparing' })
    .onConflict((same) =>
      same
        .columns(['sponsor_key', 'dictionary'])
        .where('state', 'not in', ['switched', 'cancelled'])
        .doNothing(),
    )
    .returning('upgrade_key')
    .executeTakeFirst();
  return inserted?.upgrade_key ?? null;
}

export const findUpgrades = (trx: Trx, sponsorKey: number): Promise<Upgrade[]> =>
  trx
    .selectFrom('dictionary_upgrade')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .orderBy('upgrade_key', 'desc')
    .execute();

/** Whether an upgrade of the sponsor that has not ended goes to the version. */
export const isUpgradingTo = (
  db: Db,
  sponsorKey: number,
  dictionary: string,
  version: string,
): Promise<boolean> =>
  readInSponsor(db, sponsorKey, (trx) => hasOpenUpgrade(trx, { sponsorKey, dictionary, version }));

/** The sponsors with an upgrade that goes to the version and has not ended. */
export async function sponsorsUpgradingTo(
  db: Db,
  { dictionary, version }: Omit<VersionOfSponsor, 'sponsorKey'>,
): Promise<number[]> {
  const found: number[] = [];
  await inEverySponsor(db, async (trx, sponsorKey) => {
    if (await hasOpenUpgrade(trx, { sponsorKey, dictionary, version })) found.push(sponsorKey);
  });
  return found;
}

interface VersionOfSponsor {
  sponsorKey: number;
  dictionary: string;
  version: string;
}

async function hasOpenUpgrade(
  trx: Trx,
  { sponsorKey, dictionary, version }: VersionOfSponsor,
): Promise<boolean> {
  const found = await trx
    .selectFrom('dictionary_upgrade')
    .select('upgrade_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('dictionary', '=', dictionary)
    .where('to_version', '=', version)
    .where('state', 'not in', ['switched', 'cancelled'])
    .executeTakeFirst();
  return found !== undefined;
}

export const findUpgrade = (
  trx: Trx,
  sponsorKey: number,
  of: { upgradeKey: number } | { processKey: string },
): Promise<Upgrade | undefined> =>
  trx
    .selectFrom('dictionary_upgrade')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .$call((query) =>
      'upgradeKey' in of
        ? query.where('upgrade_key', '=', of.upgradeKey)
        : query.where('process_key', '=', of.processKey),
    )
    .executeTakeFirst();

/** A state without a result leaves the one that is there. */
export const updateUpgrade = (
  trx: Trx,
  { sponsorKey, processKey }: { sponsorKey: number; processKey: string },
  { state, result }: Pick<Upgrade, 'state' | 'result'>,
) =>
  trx
    .updateTable('dictionary_upgrade')
    .set({ state, ...(result && { result: JSON.stringify(result) }) })
    .where('sponsor_key', '=', sponsorKey)
    .where('process_key', '=', processKey)
    .execute();

/** Adds to the terms that the switch has changed; before it, none are. */
export const addToResult = (
  trx: Trx,
  { sponsor_key, upgrade_key }: Pick<Upgrade, 'sponsor_key' | 'upgrade_key'>,
  { recoded, versioned }: Pick<UpgradeResult, 'recoded' | 'versioned'>,
) =>
  sql`
    update dictionary_upgrade set result = jsonb_build_object('refusedCases', 0,
      'recoded', coalesce((result ->> 'recoded')::int, 0) + ${recoded}::int,
      'versioned', coalesce((result ->> 'versioned')::int, 0) + ${versioned}::int)
    where sponsor_key = ${sponsor_key} and upgrade_key = ${upgrade_key}`.execute(trx);

/** A distinct text of cases with the code it has. */
export interface HeldText {
  code: string;
  /** the name of the code in the version in use */
  term: string;
  textKey: string;
  text: string;
  /** what the other release makes of the code */
  changes: string[];
}

/** Every distinct text and code that the first release has, in the newest versions of cases. */
export async function findHeldTexts(
  trx: Trx,
  {
    sponsorKey,
    itemIds,
    ...releases
  }: Omit<ReleasePair, 'terms'> & { sponsorKey: number; itemIds: readonly string[] },
): Promise<HeldText[]> {
  const terms = sql<boolean>`w.sponsor_key = ${sponsorKey} and c.latest and c.del_flag = 'N'
    and w.item_id = any(${[...itemIds]}::text[])`;
  const { rows } = await sql<HeldText>`
    select w.code, held.term ->> 'en' as term, coalesce(w.text_key, '') as "textKey",
      min(coalesce(w.term, '')) as text, held.changes
    from case_coding w
    join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
    join ${codesHeld({ ...releases, terms })} held on held.code = w.code and held.term is not null
    where ${terms}
    group by 1, 2, 3, 5 order by 1, 3`.execute(trx);
  return rows;
}

/**
 * Codes that replace those of the first release: of current entries of the other one with the same value in a column, by the
 * code that is held; several where it is not clear which. `codes`: as items hold them.
 */
export async function findReplacements(
  trx: Trx,
  codes: readonly string[],
  {
    before,
    after,
    begins,
    column,
    only,
  }: Pick<ReleasePair, 'before' | 'after' | 'begins'> & { column: string; only: object },
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ code: string; codes: string[] }>`
    select held.code, array_agg(distinct new.code) as codes
    from unnest(${[...codes]}::text[]) as held (code)
    join dictionary_entry e on e.release_no = ${before}::int and ${hasCode(sql`held.code`, begins)}
    join dictionary_entry new on new.release_no = ${after}::int
      and new.columns ->> ${column} = e.columns ->> ${column}
    join dictionary_search s on s.release_no = new.release_no and s.entry_no = new.entry_no
    where e.columns ->> ${column} <> '' and s.current and s.facts @> ${JSON.stringify(only)}::jsonb
    group by 1`.execute(trx);
  return new Map(rows.map(({ code, codes: found }) => [code, found]));
}

export interface FoundText extends HeldText {
  dictionary: string;
  proposed: string | null;
}

/** Replaces what was found before. What was decided stays. */
export async function putTexts(
  trx: Trx,
  { sponsor_key, upgrade_key }: Upgrade,
  found: readonly FoundText[],
): Promise<void> {
  await sql`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as f (dictionary text, code text, "textKey" text, text text, changes text[], proposed text)
    ), gone as (
      delete from dictionary_upgrade_text t
      where t.sponsor_key = ${sponsor_key} and t.upgrade_key = ${upgrade_key} and t.decision = 'open'
        and not exists (select from found f
          where f.dictionary = t.dictionary and f.code = t.code and f."textKey" = t.text_key)
    )
    insert into dictionary_upgrade_text
      (sponsor_key, upgrade_key, dictionary, code, text_key, text, changes, proposed)
    select ${sponsor_key}, ${upgrade_key}, dictionary, code, "textKey", text, changes, proposed from found
    on conflict (sponsor_key, upgrade_key, dictionary, code, md5(text_key))
      do update set text = excluded.text, changes = excluded.changes, proposed = excluded.proposed`.execute(
    trx,
  );
}

/** Texts of an upgrade; `only`: a condition on `t`. Locked in a transaction that changes them. */
export async function findTexts(
  trx: Trx,
  { sponsor_key, upgrade_key }: Upgrade,
  only: RawBuilder<boolean>,
  { lock = false }: { lock?: boolean } = {},
): Promise<UpgradeText[]> {
  const { rows } = await sql<UpgradeText>`
    select t.* from dictionary_upgrade_text t
    where t.sponsor_key = ${sponsor_key} and t.upgrade_key = ${upgrade_key} and ${only}
    order by t.text_no ${lock ? sql`for update` : sql``}`.execute(trx);
  return rows;
}

export const updateTexts = (
  trx: Trx,
  { sponsor_key, upgrade_key }: Upgrade,
  textNos: readonly number[],
  set: Partial<
    Pick<
      UpgradeText,
      | 'decision'
      | 'new_code'
      | 'decided_at'
      | 'decided_by'
      | 'decided_name'
      | 'approved_at'
      | 'approved_by'
      | 'approved_name'
    >
  >,
) =>
  trx
    .updateTable('dictionary_upgrade_text')
    .set(set)
    .where('sponsor_key', '=', sponsor_key)
    .where('upgrade_key', '=', upgrade_key)
    .where('text_no', 'in', [...textNos])
    .execute();

/** Decisions to recode that were approved: what the switch does. */
export const findApproved = (trx: Trx, { sponsor_key, upgrade_key }: Upgrade): Promise<UpgradeText[]> =>
  trx
    .selectFrom('dictionary_upgrade_text')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('upgrade_key', '=', upgrade_key)
    .where('approved_at', 'is not', null)
    .execute();

/** Texts that the other version changes and whose code was not decided to stay: the switch leaves their version, too. */
export const findUndecided = (trx: Trx, { sponsor_key, upgrade_key }: Upgrade): Promise<UpgradeText[]> =>
  trx
    .selectFrom('dictionary_upgrade_text')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('upgrade_key', '=', upgrade_key)
    .where('decision', '<>', 'stay')
    .where('approved_at', 'is', null)
    .execute();
