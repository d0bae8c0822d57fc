/** The sponsor's synonyms: texts as they are reported, and the codes that were approved for them (decision 0315). */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue, RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import type { Synonym } from '../../shared/coding/index.ts';
import type { ApprovedText } from '../../shared/text-values/textValues.types.ts';
import { fold } from '../../shared/text/fold.ts';
import { kindWithRole } from '../records/kindWithRole.ts';
import { settingOf } from '../sponsor-settings/sponsorSettings.ts';
import { inSponsor, type Db, type Trx } from '../storage/database.ts';

/** The kind of records that synonyms are, and its items. */
export interface SynonymKind {
  kind: RecordKind;
  dictionaryItem: string;
  codeItem: string;
  untilItem: string;
}

/** Null: the schema files describe none. */
export function synonymKind(whole: Catalogue): SynonymKind | null {
  const kind = kindWithRole(whole, 'synonymCode');
  if (!kind) return null;
  const itemOf = (role: string) => kind.catalogue.roles[role] ?? '';
  return {
    kind,
    dictionaryItem: itemOf('synonymDictionary'),
    codeItem: itemOf('synonymCode'),
    untilItem: itemOf('synonymUntil'),
  };
}

interface SynonymQuestion {
  sponsorKey: number;
  dictionary: string;
  /** as it was reported */
  text: string;
  now: Date;
}

/** Those of exactly the text, folded. */
export const synonymsFor = (
  db: Db,
  whole: Catalogue,
  { sponsorKey, dictionary, text, now }: SynonymQuestion,
): Promise<Synonym[]> =>
  inSponsor(db, sponsorKey, (trx) =>
    approvedSynonyms(trx, whole, {
      sponsorKey,
      dictionary,
      now,
      only: sql<boolean>`split_part(r.search, ${'\n'}, 1) = ${fold(text)}`,
    }),
  );

/** Those of a dictionary (`r`) that are approved and have not expired, by their keys. */
export async function approvedSynonyms(
  trx: Trx,
  whole: Catalogue,
  {
    sponsorKey,
    dictionary,
    now,
    only = sql<boolean>`true`,
  }: Omit<SynonymQuestion, 'text'> & { only?: RawBuilder<boolean> },
): Promise<ApprovedText[]> {
  const of = synonymKind(whole);
  if (!of) return [];
  const { timeZone } = (await settingOf(trx, sponsorKey, 'general')).value;
  const { rows } = await sql<ApprovedText>`
    select r.record_key as "recordKey", r.name as text, r.columns -> ${of.codeItem}::text ->> 0 as code,
      coalesce(u.name, r.approved_by, '') as "approvedBy", r.columns -> ${of.untilItem}::text ->> 0 as until
    from record r left join app_user u on u.user_id = r.approved_by
    where r.sponsor_key = ${sponsorKey} and r.kind = ${of.kind.kind} and r.state = 'active' and r.del_flag = 'N'
      and ${only}
      and r.columns -> ${of.dictionaryItem}::text ->> 0 = ${dictionary}
      and r.columns -> ${of.untilItem}::text ->> 0 >= ${dayAt(now.getTime(), timeZone)}
    order by r.record_key`.execute(trx);
  return rows;
}

/** Whether there is one of exactly the text with the code that is approved, or waits for it. */
export async function hasSynonym(
  trx: Trx,
  { kind, dictionaryItem, codeItem }: SynonymKind,
  { sponsorKey, dictionary, text, code }: Omit<SynonymQuestion, 'now'> & { code: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from record
    where sponsor_key = ${sponsorKey} and kind = ${kind.kind} and state <> 'retired' and del_flag = 'N'
      and split_part(search, ${'\n'}, 1) = ${fold(text)}
      and columns -> ${dictionaryItem}::text ->> 0 = ${dictionary} and columns -> ${codeItem}::text ->> 0 = ${code}
    limit 1`.execute(trx);
  return rows.length > 0;
}
