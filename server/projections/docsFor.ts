/** Documents as a projection may read them. */
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { PageDoc } from '../cases/record/pageDoc.ts';
import type { CaseBatch, CaseProjection } from './projection.ts';

/** Without blinded values, unless the projection keeps them from those who may not see them. */
export function docsFor(
  { keepsBlinding = false }: CaseProjection,
  { whole: { items } }: CatalogueSource,
  docsOf: CaseBatch['docsOf'],
): CaseBatch['docsOf'] {
  if (keepsBlinding || !Object.values(items).some(({ blinded }) => blinded)) return docsOf;
  const isOpen = (key: string): boolean => !items[itemOfKey(key)]?.blinded;
  const withoutBlinded = (doc: PageDoc): PageDoc => ({
    ...doc,
    items: Object.fromEntries(Object.entries(doc.items).filter(([key]) => isOpen(key))),
  });
  return async (caseKey) => (await docsOf(caseKey)).map(withoutBlinded);
}

/** A key begins with the id of its item (`addressKey`). */
const itemOfKey = (key: string): string => key.slice(0, key.indexOf('|'));
