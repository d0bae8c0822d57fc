/** Which component draws an item. The entry is all the engine knows of a field. */
import type { ComponentType } from 'react';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { Control } from '../../../schemas/compile/sources.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { ItemProperties, ItemValue } from '../../../shared/case/itemValue.ts';

/** Something the field did on its own accord, with the way back. */
export interface Notice {
  message: string;
  undo?: () => void;
  /** the input that gets the focus back after an undo; without it the field's own */
  inputId?: string;
  /** what was typed is gone: a save or another action stops until the user has seen this */
  stopsActions?: boolean;
}

export interface FieldProps {
  item: CatalogueItem;
  address: ItemAddress;
  current: ItemValue;
  readOnly: boolean;
  /** what the input carries for its label, messages and state */
  input: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
    'aria-required': true | undefined;
    'aria-labelledby': string;
    'aria-keyshortcuts': string;
    'data-null-flavor': string | undefined;
  };
  onValue: (value: string, properties?: ItemProperties | null) => void;
  onNullFlavor: (nullFlavor: string) => void;
  /** Shows a message under the field until the next one; null takes it away. */
  onNotice: (notice: Notice | null) => void;
}

export interface FieldEntry {
  name: string;
  /** the highest rank that answers wins */
  rank: number;
  test: (item: CatalogueItem, appendix: string | null) => boolean;
  Component: ComponentType<FieldProps>;
  /** `group`: several inputs under one label */
  labels: 'input' | 'group';
  /** it keeps the typed text itself (`useOwnText`): its `current` is not updated when only the text changes */
  ownText?: boolean;
  /** the field itself shows which null flavor is set */
  showsNullFlavor?: boolean;
}

export const hasControl =
  (control: Control): FieldEntry['test'] =>
  (item) =>
    item.control === control;

/** The entry that draws an item, or null when none matches. */
export const findField = (
  entries: readonly FieldEntry[],
  item: CatalogueItem,
  appendix: string | null,
): FieldEntry | null =>
  entries
    .filter((entry) => entry.test(item, appendix))
    .reduce<FieldEntry | null>((best, entry) => (best && best.rank >= entry.rank ? best : entry), null);
