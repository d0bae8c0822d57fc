/** Properties that a value of an item may not have: a save brings them beside the value, and messages are written from them. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { exceedsLength, type ItemProperties } from '../../shared/case/itemValue.ts';
import { isAttachment } from '../../shared/entry/acceptedFile.ts';
import { writtenItems } from '../../shared/narratives/checkTemplate.ts';
import { refusal, type Refusal } from './refusal.ts';

/** Characters: file systems take no longer names. */
const MAX_NAME = 255;

interface PropertyRule {
  /** whether values of the item have the property */
  isOf: (item: CatalogueItem, catalogue: Catalogue) => boolean;
  /** characters of its text; left out: as many as the contract allows */
  max?: number;
  /** its only text */
  only?: string;
}

/** By property: by what description of an item its values have it. */
const RULES: Record<keyof ItemProperties, PropertyRule> = {
  fileKey: { isOf: isAttachment },
  fileName: { isOf: isAttachment, max: MAX_NAME },
  mediaType: { isOf: isAttachment, max: MAX_NAME },
  size: { isOf: isAttachment },
  compression: { isOf: isAttachment, only: 'DF' },
  damaged: { isOf: isAttachment },
  codeSystem: {
    isOf: ({ e2b }) => e2b.some(({ system = [] }) => system.length > 0),
    max: MAX_NAME,
  },
  // compared with the record that it names
  provenance: { isOf: () => true },
  sentences: { isOf: isWritten },
  notationSentences: { isOf: isWritten },
  reason: { isOf: ({ calculated }) => calculated !== undefined },
};

/** Whether templates write the item. */
function isWritten({ itemId }: CatalogueItem, whole: Catalogue): boolean {
  return Object.values(whole.records).some(({ kind, catalogue }) =>
    Object.values(catalogue.items).some(
      ({ itemId: column, template }) => template && writtenItems(whole, kind, column).includes(itemId),
    ),
  );
}

/** Why the properties of a value are not taken; those that the stored value has already are, e.g. of an import. */
export function unfitProperties(
  catalogue: Catalogue,
  item: CatalogueItem,
  address: ItemAddress,
  { before, after }: Record<'before' | 'after', ItemProperties | null | undefined>,
): Refusal[] {
  const changed = (Object.keys(RULES) as (keyof ItemProperties)[]).filter(
    (name) => after?.[name] !== undefined && after[name] !== before?.[name],
  );
  const isTooLong = (name: keyof ItemProperties): boolean =>
    exceedsLength(String(after?.[name]), RULES[name].max ?? null);
  const isUnfit = (name: keyof ItemProperties): boolean => {
    const { isOf, only = after?.[name] } = RULES[name];
    return !isOf(item, catalogue) || only !== after?.[name] || (name !== 'fileName' && isTooLong(name));
  };
  if (changed.some(isUnfit)) return [refusal(address, 'item.structure')];
  return changed.some(isTooLong) ? [refusal(address, 'file.name')] : [];
}
