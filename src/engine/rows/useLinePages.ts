import { useState } from 'react';
import { useAtomValue } from 'jotai';
import { useEngine } from '../page/context.ts';
import type { GroupRow } from './useGroupRows.ts';

/** Lines drawn of one list at a time, so that no list is too long to open. */
export const PAGE_LINES = 50;

export interface LinePages {
  /** the lines to draw */
  shown: readonly GroupRow[];
  /** how many rows come before the first of them */
  before: number;
  page: number;
  pages: number;
  /** all lines are drawn, as the user chose */
  all: boolean;
  toPage: (page: number) => void;
  showAll: (all: boolean) => void;
}

/** The page of a list that is drawn. It follows the row that is opened, or that is to take the focus. */
export function useLinePages(rows: readonly GroupRow[], openRow: string | null): LinePages {
  const { form } = useEngine();
  const sought = useAtomValue(form.soughtRow);
  const [page, toPage] = useState(0);
  const [all, showAll] = useState(false);
  const [seen, see] = useState<{ open: string | null; sought: object | null }>({ open: null, sought: null });

  const wanted = openRow === seen.open ? sought?.rowId : openRow;
  if (openRow !== seen.open || sought !== seen.sought) {
    see({ open: openRow, sought });
    const at = rows.findIndex(({ rowId }) => rowId === wanted);
    if (at >= 0) toPage(Math.floor(at / PAGE_LINES));
  }

  const pages = all ? 1 : Math.max(1, Math.ceil(rows.length / PAGE_LINES));
  const shownPage = Math.min(page, pages - 1);
  const before = shownPage * PAGE_LINES;
  const shown = pages === 1 ? rows : rows.slice(before, before + PAGE_LINES);
  return { shown, before, page: shownPage, pages, all, toPage, showAll };
}
