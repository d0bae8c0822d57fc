import { useEffect } from 'react';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { kindOf, shortName } from './fileKinds.ts';
import type { Preview } from './preview/usePreview.ts';

/** The form shows what is being edited: the region or page of the file, and the page of the item. */
export function useShowEdited(
  file: string,
  itemId: string | null,
  catalogue: Catalogue | null,
  { show }: Preview,
): void {
  const item = itemId === null ? undefined : catalogue?.items[itemId];
  const page = item?.page;
  const appendix = item?.appendix;
  useEffect(() => {
    if (kindOf(file) === 'appendices') show({ appendix: shortName(file) });
    if (kindOf(file) === 'pages') show({ page: shortName(file) });
  }, [file, show]);
  useEffect(() => {
    if (page === undefined) return;
    show(appendix ? { page, appendix } : { page });
  }, [itemId, page, appendix, show]);
}
