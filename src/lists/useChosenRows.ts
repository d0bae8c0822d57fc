/** The rows a user has chosen, also on other pages of the list. */
import { useMemo, useState } from 'react';
import type { ListRow } from '../../shared/contract/index.ts';

export interface ChosenRows {
  keys: ReadonlySet<string>;
  /** as they were read last */
  rows: ListRow[];
  /** the choice among the rows of the page; those of other pages stay chosen */
  choose: (keys: ReadonlySet<string>) => void;
  clear: () => void;
}

const NONE: ReadonlyMap<string, ListRow> = new Map();

/** `among`: tells the rows that the list narrows down to; what was chosen among others is not to be acted on unseen. */
export function useChosenRows(page: readonly ListRow[], among: string): ChosenRows {
  const [choice, setChoice] = useState({ among, chosen: NONE });
  const chosen = choice.among === among ? choice.chosen : NONE;
  return useMemo(() => {
    const setChosen = (rows: ReadonlyMap<string, ListRow>) => setChoice({ among, chosen: rows });
    const onPage = new Map(page.map((row) => [row.rowKey, row]));
    return {
      keys: new Set(chosen.keys()),
      rows: [...chosen].map(([key, row]) => onPage.get(key) ?? row),
      choose: (keys) =>
        setChosen(
          new Map(
            [...keys].flatMap((key) => {
              const row = onPage.get(key) ?? chosen.get(key);
              return row ? [[key, row] as const] : [];
            }),
          ),
        ),
      clear: () => setChosen(NONE),
    };
  }, [page, chosen, among]);
}
