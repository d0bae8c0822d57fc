/** What the menu of an item offers for a suggested expectedness, beside what it always does. */
import { atom } from 'jotai';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressKey, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { isEmpty } from '../../../../shared/case/itemValue.ts';
import type { EngineServices, PageSession } from '../../../engine/index.ts';
import type { Suggestion } from './differences.ts';
import { openExpectednessWhy } from './openExpectednessWhy.tsx';

/** Of a page, by the key of their address. */
export const suggestionsAtom = atom<ReadonlyMap<string, Suggestion>>(new Map());

type ItemActions = NonNullable<EngineServices['itemActions']>;

/** Keeps its identity when other values are suggested: a form whose services change loses its state. */
export function useExpectednessActions(
  catalogue: Catalogue,
  { store }: Pick<PageSession, 'store'>,
  suggestions: ReadonlyMap<string, Suggestion>,
  others: ItemActions,
): { itemActions: ItemActions; showWhy: (address: ItemAddress) => void } {
  const { t } = useTranslation('expectedness');
  useEffect(() => store.set(suggestionsAtom, suggestions), [store, suggestions]);
  return useMemo(() => {
    const suggestionAt = (address: ItemAddress) => store.get(suggestionsAtom).get(addressKey(address));
    const showWhy = (address: ItemAddress): void => {
      const suggestion = suggestionAt(address);
      if (suggestion) void openExpectednessWhy({ catalogue, suggestion });
    };
    const itemActions: ItemActions = (address, session, readOnly) => {
      const all = others(address, session, readOnly);
      const suggestion = suggestionAt(address);
      if (!suggestion) return all;
      const { conclusion, value, versions } = suggestion;
      const takes = !readOnly && conclusion !== null && value !== null && isEmpty(session.get(address));
      return [
        ...all,
        ...(takes
          ? [
              {
                key: 'expectedness',
                label: t('suggested', {
                  conclusion: t(`conclusions.${conclusion}`),
                  versions: versions.join(', '),
                }),
                fills: true,
                run: () => session.setValue(address, value),
              },
            ]
          : []),
        { key: 'expectednessWhy', label: t('why'), run: () => showWhy(address) },
      ];
    };
    return { itemActions, showWhy };
  }, [catalogue, store, others, t]);
}
