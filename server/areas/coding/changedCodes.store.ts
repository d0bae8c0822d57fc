/** Terms of cases whose code another release of its dictionary changes, as a list: a row opens the case at the item. */
import { sql, type RawBuilder } from 'kysely';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { CODE_CHANGES_MENU } from '../../../shared/contract/index.ts';
import { codesHeld, type ReleasePair } from '../../coding/codesHeld.store.ts';
import type { ListSource } from '../../lists/listSource.ts';
import { inLanguage } from '../../storage/inLanguage.ts';
import { TERM_COLUMNS, TERM_ROWS, visibleTerms } from './codingList.ts';

/** Two releases by their numbers, and the items whose codes are compared. */
export interface Compared extends Omit<ReleasePair, 'terms'> {
  items: readonly Pick<CatalogueItem, 'itemId'>[];
}

const NOTHING: Compared = { items: [], before: 0, after: 0, begins: false, sequence: null, compared: [] };
const BETWEEN = ' › ';

/** Broader terms from the broadest downwards; null where there are none. */
const path = (parents: RawBuilder<unknown>, language: string): RawBuilder<string> =>
  sql<string>`(select string_agg(${inLanguage(sql`(p.broader -> 'term')`, language)}, ${BETWEEN}::text order by p.nth desc)
    from jsonb_array_elements(${parents}) with ordinality p (broader, nth))`;

/** Without releases there is nothing to list: so its columns are known, whatever is compared. */
export const changedCodes = ({ items, ...releases }: Compared = NOTHING): ListSource => ({
  ...TERM_ROWS,
  menuId: CODE_CHANGES_MENU,
  from: (reading) => sql`case_coding w
    join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
    join ${codesHeld({ ...releases, terms: visibleTerms(reading, items) })} held
      on held.code = w.code and held.changes <> '{}'`,
  scope: (reading) => visibleTerms(reading, items),
  columns: {
    ...TERM_COLUMNS,
    changes: {
      value: sql`held.changes`,
      notNull: true,
      oneOf: (codes) => sql<boolean>`held.changes && ${[...codes]}::text[]`,
    },
    before: { value: ({ language }) => inLanguage(sql`held.term`, language) },
    pathBefore: { value: ({ language }) => path(sql`held.parents`, language) },
    after: { value: ({ language }) => inLanguage(sql`held.new_term`, language) },
    pathAfter: { value: ({ language }) => path(sql`held.new_parents`, language) },
  },
});
