/** The key that leads to any item of the case, and the dialog that asks which. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { useKeys } from '../../../keys/index.ts';
import { summaryQuery } from '../case.queries.ts';
import { itemPath, useCaseRoute } from '../caseRoute.ts';
import type { FoundItem } from '../../../catalogue/items/itemSearch.ts';
import { lazyComponent } from '../../../lazy/lazyComponent.tsx';

const FindItemDialog = lazyComponent(
  async () => (await import('../../../catalogue/items/FindItemDialog.tsx')).FindItemDialog,
);

export interface GoToProps {
  catalogue: Catalogue;
  shown: readonly CataloguePage[];
}

export function GoTo({ catalogue, shown }: GoToProps) {
  const { caseKey, page: current, rowNo: currentRow, to } = useCaseRoute();
  const { t } = useTranslation('findings');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  useKeys({
    goTo: () => {
      // keys typed while the palette opens must not write into the case
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      setOpen(true);
    },
  });
  if (!open) return null;

  /** On a page of rows: the row asked for by its number, else the open one, else the first not deleted; null for none. */
  const rowOf = async ({ page }: FoundItem, position: number | null): Promise<number | null> => {
    if (position === null && page.page === current && currentRow !== null) return currentRow;
    const { rows } = await queries.fetchQuery(summaryQuery(caseKey, page.page));
    const row = position === null ? rows.find(({ deleted }) => !deleted) : rows[position - 1];
    return row?.rowNo ?? null;
  };
  const choose = async (found: FoundItem, position: number | null) => {
    const { item, page } = found;
    const row = page.kind === 'rows' ? await rowOf(found, position) : null;
    const target = itemPath(
      catalogue,
      caseKey,
      addressAt(item.itemId, item.groups.length > 0 ? [row ?? position ?? 0] : []),
      row,
    );
    setOpen(false);
    // after the dialog has given the focus back
    if (target) requestAnimationFrame(() => void navigate(to(target)));
  };
  return (
    <FindItemDialog
      title={t('goTo.title')}
      hint={t('goTo.hint')}
      catalogue={catalogue}
      shown={shown}
      onChoose={(found, position) => void choose(found, position)}
      onClose={() => setOpen(false)}
    />
  );
}
