/** Stored values as people read them. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { fileNameOf, type ItemProperties } from '../../shared/case/itemValue.ts';
import { formatDate } from '../i18n/formatTime.ts';

export interface StoredText {
  value: string | null;
  nullFlavor: string | null;
  /** the value of an attachment is the key of its file */
  properties?: Pick<ItemProperties, 'fileName'> | null;
}

/** Words of an item's stored value, where it has any. */
export type CodeLabels = (itemId: string, code: string) => string | undefined;

/** Value and notation in words. */
export const valueText = (
  item: CatalogueItem | undefined,
  stored: StoredText & { notation: string | null },
  label: CodeLabels,
): string => [displayText(item, stored, label), stored.notation].filter(Boolean).join(' / ');

/**
 * A value in words: a code's label, a date with dashes, the name of a file, a null flavor in square brackets; empty for nothing.
 */
export function displayText(
  item: CatalogueItem | undefined,
  stored: StoredText | undefined,
  label: CodeLabels,
): string {
  if (!stored) return '';
  if (stored.nullFlavor) return `[${stored.nullFlavor}]`;
  if (stored.value === null) return '';
  if (!item || item.control === 'attachment') return fileNameOf(stored.properties)?.fileName ?? stored.value;
  if (item.control === 'date') return formatDate(stored.value);
  return label(item.itemId, stored.value) ?? stored.value;
}
