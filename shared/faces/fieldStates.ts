/** The states a field can be in, and what can be in which. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Control } from '../../schemas/compile/sources.types.ts';

export const FIELD_STATES = [
  'empty',
  'value',
  'nullFlavor',
  'notation',
  'changed',
  'error',
  'warning',
  'info',
  'readOnly',
  'deletedRow',
  'blinded',
  'longText',
] as const;
export type FieldState = (typeof FIELD_STATES)[number];

const LONG: readonly Control[] = ['text', 'longText', 'codeList', 'radio', 'attachment'];

/** Can an item of the catalogue be in the state? */
export function fits(item: CatalogueItem, state: FieldState): boolean {
  if (state === 'nullFlavor') return item.nullFlavors.length > 0;
  if (state === 'notation') return item.notation;
  if (state === 'deletedRow') return item.groups.length > 0;
  if (state === 'blinded') return item.blinded;
  if (state === 'longText') return LONG.includes(item.control);
  // a reference to a row is the row's own: nobody types it
  return state !== 'changed' || item.control !== 'rowReference';
}
