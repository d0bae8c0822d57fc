import type { Engine } from '../page/context.ts';

// marks the position of the number; no label contains it
const PLACE = '\u0001';

/** Words that name a row by its number, made once for a list: the slow part is the same in each line. */
export function rowWords(t: Engine['t'], label: string) {
  const numbered = (key: string) => {
    const [before = '', after = ''] = t(key, { label, place: PLACE }).split(PLACE);
    return (place: number): string => `${before}${place}${after}`;
  };
  return {
    open: numbered('row.open'),
    struck: numbered('row.struck'),
    up: numbered('row.up'),
    down: numbered('row.down'),
    delete: numbered('row.delete'),
    deleteShort: t('row.deleteShort'),
    restore: numbered('row.restore'),
    restoreShort: t('row.restoreShort'),
  };
}

export type RowWords = ReturnType<typeof rowWords>;
