/** Texts of an upgrade as a list: what the other version changes of their code, and what becomes of it. */
import { sql, type RawBuilder } from 'kysely';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { UPGRADE_TEXTS_MENU } from '../../../shared/contract/index.ts';
import { findUpgrade, type Upgrade } from '../../dictionary-upgrade/upgrade.store.ts';
import {
  dictionariesOf,
  releasesOf,
  type UpgradeDictionary,
  type UpgradeReleases,
} from '../../dictionary-upgrade/upgradeItems.ts';
import { hasCode, inMeaningOrder } from '../../dictionaries/entries.store.ts';
import type { Release } from '../../dictionaries/releases.store.ts';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource } from '../../lists/listSource.ts';
import { upgradeNotFound } from '../../problems.ts';
import type { Trx } from '../../storage/database.ts';
import { inLanguage } from '../../storage/inLanguage.ts';
import { visibleTerms } from './codingList.ts';

export interface OpenedUpgrade {
  upgrade: Upgrade;
  dictionaries: readonly UpgradeDictionary[];
  releases: UpgradeReleases;
}

/** Throws 404 UPGRADE_NOT_FOUND. */
export async function openUpgrade(
  trx: Trx,
  { user, catalogue }: Pick<ListReading, 'user' | 'catalogue'>,
  upgradeKey: number,
): Promise<OpenedUpgrade> {
  const upgrade = await findUpgrade(trx, user.sponsorKey, { upgradeKey });
  if (!upgrade) throw upgradeNotFound();
  const releases = await releasesOf(trx, upgrade);
  return { upgrade, releases, dictionaries: dictionariesOf({ catalogue }, upgrade.dictionary) };
}

const itemsOf = (dictionaries: readonly UpgradeDictionary[]): CatalogueItem[] =>
  dictionaries.flatMap(({ items }) => items);

/** The terms (`w` of cases `c`) of a text (`t`) that the reader may see: with its code, or the one it was recoded to. */
export function termsOfText(
  reading: ListReading,
  dictionaries: readonly UpgradeDictionary[],
): RawBuilder<unknown> {
  const places = dictionaries.flatMap(({ descriptor, items }) =>
    items.map(({ itemId }) => ({ dictionary: descriptor.dictionary, itemId })),
  );
  return sql`case_coding w
    join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
    where ${visibleTerms(reading, itemsOf(dictionaries))}
      and (t.dictionary, w.item_id) in (select p.dictionary, p."itemId"
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) p (dictionary text, "itemId" text))
      and coalesce(w.text_key, '') = t.text_key and w.code in (t.code, t.new_code)`;
}

/** Texts of the upgrade of which the reader may see a term, as `t` with `n`, the numbers of these. */
export const visibleTexts = (
  reading: ListReading,
  { upgrade, dictionaries }: Pick<OpenedUpgrade, 'upgrade' | 'dictionaries'>,
): RawBuilder<unknown> => sql`dictionary_upgrade_text t
  cross join lateral (
    select count(*)::int as terms, count(distinct w.case_key)::int as cases
    from ${termsOfText(reading, dictionaries)}) n
  where t.sponsor_key = ${upgrade.sponsor_key} and t.upgrade_key = ${upgrade.upgrade_key} and n.terms > 0`;

/** What is shown as the decision: `approved` is one that the switch carries out. */
export const DECISION = sql<string>`case when t.approved_at is not null then 'approved' else t.decision end`;

/** The entry of a code in a release. */
const entryOf = (
  { dictionaries }: Pick<OpenedUpgrade, 'dictionaries'>,
  { release_no }: Release,
  code: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  // dictionaries of the same entries number them alike
  const sequence = dictionaries[0]?.descriptor.sequence ?? null;
  return sql`lateral (
    select e.term from dictionary_entry e
    where e.release_no = ${release_no}::int and ${hasCode(code, true)}
    order by ${inMeaningOrder(sql`${sequence}::text`)} limit 1)`;
};

const TARGET = sql<string | null>`coalesce(t.new_code, t.proposed)`;

/** The code whose term in the other version is shown: the new one, else that of a term that only has another name. */
const NAMED = sql<string | null>`coalesce(${TARGET}, case when 'renamed' = any(t.changes) then t.code end)`;

function textsOf(opened: OpenedUpgrade | null): ListSource {
  return {
    menuId: UPGRADE_TEXTS_MENU,
    from: (reading) =>
      opened === null
        ? sql`(select t.*, 0 as terms, 0 as cases, null::jsonb as before, null::jsonb as target
            from dictionary_upgrade_text t where false) t`
        : sql`(select t.*, old.term as before, new.term as target from (
              select t.*, n.terms, n.cases from ${visibleTexts(reading, opened)}) t
            left join ${entryOf(opened, opened.releases.before, sql`t.code`)} old on true
            left join ${entryOf(opened, opened.releases.after, NAMED)} new on true) t`,
    scope: () => sql<boolean>`true`,
    key: sql<number>`t.text_no`,
    name: 'text',
    columns: {
      text: { value: sql`t.text`, notNull: true },
      code: { value: sql`t.code`, notNull: true },
      term: { value: ({ language }) => inLanguage(sql`t.before`, language) },
      changes: {
        value: sql`t.changes`,
        notNull: true,
        oneOf: (codes) => sql<boolean>`t.changes && ${[...codes]}::text[]`,
      },
      newCode: { value: TARGET },
      newTerm: { value: ({ language }) => inLanguage(sql`t.target`, language) },
      decision: {
        value: DECISION,
        order: sql`array_position(array['open', 'recode', 'approved', 'stay'], ${DECISION})`,
        notNull: true,
      },
      terms: { value: sql`t.terms`, notNull: true },
      cases: { value: sql`t.cases`, notNull: true },
      decidedBy: { value: sql`t.decided_name` },
      approvedBy: { value: sql`t.approved_name` },
    },
    search: searchIn(sql`concat_ws(' ', t.text, t.code, t.before ->> 'en', t.target ->> 'en')`),
  };
}

/** Of one upgrade of the sponsor; without one its columns are known. */
export const upgradeTexts: ListSource = {
  ...textsOf(null),
  scopeTo: async (trx, reading) => textsOf(await openUpgrade(trx, reading, reading.of ?? 0)),
};
