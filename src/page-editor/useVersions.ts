/** A stale item, or a stale row, as it was, as another user has stored it, and as it is here: in words. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { StaleItem } from '../../machines/save/save.machine.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, type ItemValue } from '../../shared/case/itemValue.ts';
import type { PageSession } from '../engine/index.ts';
import type { Language } from '../i18n/index.ts';
import { displayText, valueText } from '../catalogue/display.ts';
import { useLabels } from '../catalogue/useLabels.ts';

export interface Versions {
  original: string;
  theirs: string;
  mine: string;
  /** what the items that it means nothing without have now */
  others: { itemId: string; text: string }[];
}

type RowState = { deleted: boolean; sort: number };

/** Answers the versions of each of the stale items given. */
export function useVersions(
  stale: readonly StaleItem[],
  sessionAt: (address: ItemAddress) => PageSession | null,
  catalogue: Catalogue,
  language: Language,
): (entry: StaleItem) => Versions {
  const { t } = useTranslation('journal');
  const stored = useMemo(
    () =>
      stale.flatMap((entry) => [
        ...[entry.theirs, ...ofMine(sessionAt(entry), entry)].map(({ value }) => ({
          itemId: entry.itemId,
          value,
        })),
        ...(entry.others ?? []),
      ]),
    [stale, sessionAt],
  );
  const label = useLabels(catalogue, stored, language);
  const rowText = (row: RowState | null | undefined, from?: RowState | null): string => {
    if (!row) return t('row.none');
    if (row.deleted) return t('row.deleted');
    return t(from && from.sort !== row.sort ? 'row.moved' : 'row.here');
  };
  return (entry: StaleItem) => {
    const session = sessionAt(entry);
    if (entry.row) {
      const { itemId: group, rowNo, rowNo2, rowNo3 } = entry;
      const original = session?.rowStartedFrom({ group, rowNo, rowNo2, rowNo3 });
      const mine = session?.row({ group, rowNo, rowNo2, rowNo3 });
      return {
        original: rowText(original),
        theirs: rowText(entry.row, original),
        mine: rowText(mine, original),
        others: [],
      };
    }
    const item = catalogue.items[entry.itemId];
    const [mine = EMPTY_VALUE, original = EMPTY_VALUE] = ofMine(session, entry);
    return {
      original: valueText(item, original, label),
      theirs: valueText(item, entry.theirs, label),
      mine: valueText(item, mine, label),
      others: (entry.others ?? []).map((other) => ({
        itemId: other.itemId,
        text: displayText(catalogue.items[other.itemId], other, label),
      })),
    };
  };
}

/** The value here, and the one that it started from. */
const ofMine = (session: PageSession | null, entry: StaleItem): ItemValue[] =>
  session ? [session.get(entry), session.startedFrom(entry)] : [];
