/** What a sponsor's stored cases teach: terms as they were said, and the codes people gave them (`case_coding`). */
import { sql } from 'kysely';
import { itemsCodedWith } from '../../schemas/compile/codedItems.ts';
import type { AcceptedCoding } from '../../shared/coding/index.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { inSponsor, type Db, type Trx } from '../storage/database.ts';

/** Never changed: newer codings come as another one. */
export interface CodingHistory {
  codings: readonly AcceptedCoding[];
}

type World = Pick<CatalogueSource, 'whole'>;

const FRESH_MS = 60_000;
const MAX_CODINGS = 100_000;

interface Remembered {
  until: number;
  history: Promise<CodingHistory>;
}
const remembered = new WeakMap<Db, Map<string, Remembered>>();

/** Of this sponsor alone, and of no blinded item; at most a minute old. */
export function codingHistoryOf(
  db: Db,
  catalogue: World,
  sponsorKey: number,
  dictionary: string,
  now: Date,
): Promise<CodingHistory> {
  const own = remembered.get(db) ?? new Map<string, Remembered>();
  remembered.set(db, own);
  const key = `${sponsorKey} ${dictionary} ${catalogue.whole.version}`;
  const before = own.get(key);
  if (before && before.until > now.getTime()) return before.history;
  const history = inSponsor(db, sponsorKey, (trx) =>
    readCodingHistory(trx, catalogue, sponsorKey, dictionary),
  );
  history.catch(() => own.delete(key));
  own.set(key, { until: now.getTime() + FRESH_MS, history });
  return history;
}

/** From the newest versions of cases that are not deleted, without deleted rows; a code older than its text teaches nothing. */
async function readCodingHistory(
  trx: Trx,
  { whole }: World,
  sponsorKey: number,
  dictionary: string,
): Promise<CodingHistory> {
  const coded = itemsCodedWith(whole, dictionary);
  const { rows: codings } = await sql<AcceptedCoding>`
    select w.term as text, w.code, count(*)::int as times
    from case_coding w join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
    where w.sponsor_key = ${sponsorKey} and w.item_id = any(${coded.map(({ itemId }) => itemId)}::text[])
      and w.term is not null and w.code is not null and not w.blinded and c.latest and c.del_flag = 'N'
      and (not w.text_changed or w.reviewed_at is not null)
    group by w.term, w.code order by times desc, w.term, w.code limit ${MAX_CODINGS}::int`.execute(trx);
  return { codings };
}
