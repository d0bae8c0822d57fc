/** What a sponsor's stored cases teach: texts that stand beside coded items, and the codes people gave them. */
import { sql } from 'kysely';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { AcceptedCoding } from '../../shared/coding/index.ts';
import { isLiveValue } from '../case-record/listValues.store.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { inSponsor, type Db, type Trx } from '../storage/database.ts';

/** Never changed: newer codings come as another one. */
export interface Learnt {
  codings: readonly AcceptedCoding[];
}

type World = Pick<CatalogueSource, 'whole'>;

const FRESH_MS = 60_000;
const MOST_CODINGS = 100_000;

interface Remembered {
  until: number;
  learnt: Promise<Learnt>;
}
const remembered = new WeakMap<Db, Map<string, Remembered>>();

/** Of this sponsor alone, and of no blinded item; at most a minute old. */
export function learntOf(
  db: Db,
  catalogue: World,
  sponsorKey: number,
  dictionary: string,
  now: Date,
): Promise<Learnt> {
  const own = remembered.get(db) ?? new Map<string, Remembered>();
  remembered.set(db, own);
  const key = `${sponsorKey} ${dictionary} ${catalogue.whole.version}`;
  const before = own.get(key);
  if (before && before.until > now.getTime()) return before.learnt;
  const learnt = inSponsor(db, sponsorKey, (trx) => readLearnt(trx, catalogue, sponsorKey, dictionary));
  learnt.catch(() => own.delete(key));
  own.set(key, { until: now.getTime() + FRESH_MS, learnt });
  return learnt;
}

async function readLearnt(
  trx: Trx,
  catalogue: World,
  sponsorKey: number,
  dictionary: string,
): Promise<Learnt> {
  const { items } = catalogue.whole;
  const coded = Object.values(items).filter((item) => item.dictionary === dictionary && !item.blinded);
  const codings: AcceptedCoding[] = [];
  for (const item of coded)
    for (const textItem of item.coding?.texts ?? [])
      if (!items[textItem]?.blinded)
        codings.push(...(await findCodings(trx, catalogue, sponsorKey, item, textItem)));
  return { codings };
}

/** Of the newest versions of cases that are not deleted; rows that are struck do not count. */
async function findCodings(
  trx: Trx,
  { whole }: World,
  sponsorKey: number,
  item: CatalogueItem,
  textItem: string,
): Promise<AcceptedCoding[]> {
  const { rows } = await sql<AcceptedCoding>`
    select text, code, count(*)::int as times from (
      select r.items -> (${textItem}::text || substr(e.key, ${item.itemId.length + 1}::int)) ->> 'v' as text,
        e.value ->> 'v' as code
      from case_page_row r
      join pv_case c on c.sponsor_key = r.sponsor_key and c.case_key = r.case_key and c.latest and c.del_flag = 'N'
      cross join lateral jsonb_each(r.items) e
      where r.sponsor_key = ${sponsorKey} and ${isLiveValue(whole, item)} and e.value ->> 'v' is not null
    ) coded
    where text is not null
    group by text, code order by times desc, text, code limit ${MOST_CODINGS}::int`.execute(trx);
  return rows;
}
