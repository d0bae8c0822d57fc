/** A column of a list for one reader. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ListCode } from '../../schemas/compile/lists.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { ColumnKind } from '../../shared/contract/lists.ts';
import type { FilterType } from '../../shared/contract/menus.ts';
import type { SourceColumn } from './listSource.ts';

export interface ListColumn {
  columnId: string;
  label: LocalizedText;
  filterType: FilterType;
  kind: ColumnKind;
  /** the item whose values it shows; null for a column of the list's own */
  item: CatalogueItem | null;
  /** how the list says it in SQL; null for an item */
  source: SourceColumn | null;
  /** its codes; null: its values are no codes, or only its source knows them */
  codes: readonly ListCode[] | null;
  sortable: boolean;
  /** shown until the user chooses */
  shownFirst: boolean;
  /** answered with every row, also where the user has hidden it */
  always: boolean;
  /** in pixels; null: as wide as what it holds */
  width: number | null;
}
