/** What a filter of a column asks for, and what its form is given to ask with. */
import type { FilterType } from '../../../shared/contract/menus.ts';

export interface FilterEntry {
  filterType: FilterType;
  valueCode: string;
  valueCode2?: string;
}

/** A saved entry, or an option of a check filter. */
export interface FilterOption extends FilterEntry {
  valueLabel: string;
  selected: 'Y' | 'N';
}

export interface FoundOptions {
  filterType: FilterType;
  filters: readonly FilterOption[];
  /** there are more options than these */
  more: boolean;
}

export interface FieldsProps {
  found: FoundOptions;
  find: (text: string) => Promise<FoundOptions>;
  /** Done was pressed with a mistake: it is said at its field */
  tried: boolean;
  /** what is asked; empty: nothing; null: there is a mistake */
  onChange: (entries: FilterEntry[] | null) => void;
}

/** The entries that are set, without what the server says of them besides. */
export const chosenOf = ({ filters }: FoundOptions): FilterEntry[] =>
  filters.filter(({ selected }) => selected === 'Y').map(entryOf);

const entryOf = ({ filterType, valueCode, valueCode2 }: FilterEntry): FilterEntry => ({
  filterType,
  valueCode,
  ...(valueCode2 && { valueCode2 }),
});
