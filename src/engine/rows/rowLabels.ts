import type { Engine } from '../page/context.ts';

// Placeholder of the row number; no label contains it.
const POSITION = '\u0001';

/** Labels of row actions by row number. Translated once for a list, as the translation is the slow part. */
export function rowLabels(t: Engine['t'], label: string) {
  const numbered = (key: string) => {
    const [before = '', after = ''] = t(key, { label, place: POSITION }).split(POSITION);
    return (position: number): string => `${before}${position}${after}`;
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

export type RowLabels = ReturnType<typeof rowLabels>;
