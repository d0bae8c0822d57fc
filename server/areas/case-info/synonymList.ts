/** What the list of synonyms shows beside their items: the term of the code, whether it is used, who approved it. */
import { sql, type RawBuilder } from 'kysely';
import { storesPrefix } from '../../../schemas/compile/dictionaries.ts';
import { sponsorLanguage, sponsorVersion } from '../../../shared/coding/sponsorVersion.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { synonymKind } from '../../coding/synonyms.store.ts';
import { hasCode } from '../../dictionaries/entries.store.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import type { ListReading, SourceColumn } from '../../lists/listSource.ts';

/** `r` with `e`: the entry of its code in the version that the sponsor uses. */
export function synonymTables({ catalogue, user, language }: ListReading): RawBuilder<unknown> {
  const of = synonymKind(catalogue.whole);
  const dictionaries = Object.values(catalogue.dictionaries).map((descriptor) => ({
    dictionary: descriptor.dictionary,
    source: sourceOf(descriptor),
    version: sponsorVersion(user, sourceOf(descriptor)),
    language: sponsorLanguage(user, sourceOf(descriptor), language),
    begins: storesPrefix(descriptor),
    only: descriptor.only ?? {},
  }));
  const code = sql<string>`(r.columns -> ${of?.codeItem ?? ''}::text ->> 0)`;
  return sql`record r left join lateral (
    select coalesce(e.term ->> d.language, e.term ->> 'en') as term, s.current
    from jsonb_to_recordset(${JSON.stringify(dictionaries)}::jsonb)
      as d (dictionary text, source text, version text, language text, begins boolean, "only" jsonb)
    join dictionary_release l on l.dictionary = d.source
      and case when d.version is null then l.state = 'active' else l.version = d.version and l.state in ('active', 'retired') end
    join dictionary_entry e on e.release_no = l.release_no and ${hasCode(code, sql`d.begins`)}
    join dictionary_search s on s.release_no = e.release_no and s.entry_no = e.entry_no and s.facts @> d."only"
    where d.dictionary = r.columns -> ${of?.dictionaryItem ?? ''}::text ->> 0
    order by not s.current, e.entry_no limit 1) e on true`;
}

const until = ({ catalogue }: ListReading) =>
  sql`(r.columns -> ${synonymKind(catalogue.whole)?.untilItem ?? ''}::text ->> 0)`;

export const SYNONYM_COLUMNS: Readonly<Record<string, SourceColumn>> = {
  synonymTerm: { value: sql`e.term` },
  synonymUse: {
    value: (reading) => sql`case
      when r.state <> 'active' then r.state
      when ${until(reading)} < ${dayAt(reading.now.getTime(), reading.user.timeZone)} then 'expired'
      when e.current then 'inUse' else 'notCurrent' end`,
    notNull: true,
  },
  approvedBy: { value: sql`r.approved_by` },
  approvedAt: { value: sql`r.approved_at` },
};
