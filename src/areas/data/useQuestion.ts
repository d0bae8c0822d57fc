/** The question with what is wrong with it, and its items in the user's words. */
import { useMemo } from 'react';
import { checkQuestion, type ConditionFault } from '../../../shared/query/checkCondition.ts';
import { isSelectable } from '../../../shared/query/itemKind.ts';
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { useSession } from '../../session/sessionStore.ts';
import { pathText, useDraft, type Draft } from './draft.ts';

export interface Question extends Draft {
  catalogue: Catalogue;
  /** by the path of the part */
  faults: ReadonlyMap<string, ConditionFault>;
  /** items that can be asked about and selected, in the order of the case */
  items: readonly CatalogueItem[];
}

export function useQuestion(): Question {
  const draft = useDraft();
  const { appendix } = useRouteContext();
  const sight = useSession();
  const catalogue = useCatalogue(appendix);
  const items = useMemo(
    () =>
      Object.values(catalogue.items)
        .filter((item) => isSelectable(item, catalogue, sight))
        .toSorted((a, b) => a.sort - b.sort),
    [catalogue, sight],
  );
  const faults = useMemo(
    () => new Map(checkQuestion(draft.query, catalogue, sight).map((fault) => [pathText(fault.path), fault])),
    [draft.query, catalogue, sight],
  );
  return { ...draft, catalogue, items, faults };
}

/** Items by page, as a select offers them. */
export function useItemOptions({ catalogue, items }: Pick<Question, 'catalogue' | 'items'>) {
  const { language } = useRouteContext();
  return useMemo(
    () =>
      catalogue.pageOrder.flatMap((page) => {
        const ofPage = items.filter((item) => item.page === page);
        const found = catalogue.pages[page];
        if (ofPage.length === 0 || !found) return [];
        return [
          {
            group: wordsIn(found.label, language),
            items: ofPage.map(({ itemId, label }) => ({
              value: itemId,
              label: `${wordsIn(label, language)} (${itemId})`,
            })),
          },
        ];
      }),
    [catalogue, items, language],
  );
}
