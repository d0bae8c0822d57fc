/** Code systems that the standard leaves open: it prints a placeholder, and each receiver has its own. */
import type { Catalogue, CatalogueItem } from '../compile/catalogue.types.ts';

const OID = /^\d+(\.\d+)+$/;

/** The placeholder that is written beside the item's code; null for an item whose code system is known. */
export function placeholderOf({ e2b }: CatalogueItem): string | null {
  const [system] = e2b.find(({ at, readOnly }) => !readOnly && at?.endsWith('@code'))?.system ?? [];
  return system === undefined || OID.test(system) ? null : system;
}

/** The receiver's code systems, by the placeholder they replace. */
export const codeSystemsOf = (
  { appendices }: Pick<Catalogue, 'appendices'>,
  authority: string,
): Readonly<Record<string, string>> =>
  appendices.find((appendix) => appendix.authority === authority)?.codeSystems ?? {};
