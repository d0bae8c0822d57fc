/** Filters that a descriptor of a list has, as those of a user. */
import { READER, type ListViewFilter } from '../../schemas/compile/lists.ts';
import type { FilterEntry } from '../storage/tables.ts';
import type { ListCaller } from './listSource.ts';

/** The entries of a described filter, for the user who reads the list. */
export const entriesOf = (
  { values, from = '', to = '' }: ListViewFilter,
  filterType: FilterEntry['filterType'],
  { user }: Pick<ListCaller, 'user'>,
): FilterEntry[] =>
  values
    ? values.map((value) => ({ filterType, valueCode: value === READER ? String(user.userKey) : value }))
    : [{ filterType, valueCode: from, valueCode2: to }];
