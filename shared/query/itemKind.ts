/** How the values of an item are compared, and the operators that make sense for it. */
import { seesItem, type Sight } from '../blinding/sight.ts';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Operator } from './condition.types.ts';

export type ItemKind = 'text' | 'number' | 'date' | 'code';

/** Values of these are no text: a file, and the place of another row. */
const NOT_COMPARED = new Set<CatalogueItem['control']>(['attachment', 'rowReference']);

export function kindOf({ control, codeList }: CatalogueItem): ItemKind {
  if (control === 'date') return 'date';
  if (control === 'number') return 'number';
  return codeList !== null || control === 'yesNo' || control === 'trueOnly' ? 'code' : 'text';
}

const OPERATORS_OF: Readonly<Record<ItemKind, readonly Operator[]>> = {
  text: ['EQ', 'NOT_EQ', 'LIKE', 'NOT_LIKE', 'IN', 'NULL', 'NOT_NULL'],
  number: ['EQ', 'NOT_EQ', 'RANGE', 'IN', 'NULL', 'NOT_NULL'],
  date: ['EQ', 'NOT_EQ', 'RANGE', 'NULL', 'NOT_NULL'],
  code: ['EQ', 'NOT_EQ', 'IN', 'LIKE', 'NOT_LIKE', 'NULL', 'NOT_NULL'],
};

export const operatorsOf = (item: CatalogueItem): readonly Operator[] => OPERATORS_OF[kindOf(item)];

/** May questions be asked about the item, and may it be a column of a file? Envelopes are not part of the case. */
export const isSelectable = (item: CatalogueItem, catalogue: Catalogue, sight: Sight): boolean =>
  !NOT_COMPARED.has(item.control) &&
  catalogue.pages[item.page]?.kind !== 'envelope' &&
  seesItem(catalogue, sight, item.itemId);

/** Whether the rows of the item are those of the group, once in each row around them: a drug says something of each reaction. */
export const borrows = (
  { groups }: CatalogueItem,
  { groups: all }: Pick<Catalogue, 'groups'>,
  group: string,
): boolean => all[groups.at(-1) ?? '']?.rowsOf === group;

/** Of the operators that take a null flavor beside values. */
export const takesNullFlavors = (operator: Operator): boolean =>
  operator === 'EQ' || operator === 'NOT_EQ' || operator === 'IN';

/** How many values an operator takes. */
export const valueCount = (operator: Operator): { min: number; max: number } => {
  switch (operator) {
    case 'NULL':
    case 'NOT_NULL':
      return { min: 0, max: 0 };
    case 'RANGE':
      return { min: 2, max: 2 };
    case 'IN':
      return { min: 1, max: Infinity };
    default:
      return { min: 1, max: 1 };
  }
};
