/** Properties of a value as documents and audit entries hold them. */
import type { ItemProperties } from '../../../shared/case/itemValue.ts';

/** Those that are given; null where none is. */
export function storedProperties(
  properties: ItemProperties | null | undefined,
): Record<string, string | number> | null {
  const given = Object.entries(properties ?? {}).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  return given.length > 0 ? Object.fromEntries(given) : null;
}
