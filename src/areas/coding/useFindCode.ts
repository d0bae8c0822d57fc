/** Looks up a code for a text that is not on an open page. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { lookUpTerm } from '../../catalogue/lookUp.ts';
import type { Term } from '../../engine/index.ts';

interface CodeRequest {
  /** the item that the dialog remembers its last keyword for */
  itemId?: string;
  dictionary: string;
  version: string | null;
  /** what the dialog begins with */
  keyword: string;
}

/** A failure is shown. Null: nothing was chosen. */
export function useFindCode() {
  const queries = useQueryClient();
  const { language } = useRouteContext();
  return async (
    { itemId = '', ...of }: CodeRequest,
    world: { caseKey?: number; upgrading?: boolean },
  ): Promise<Term | null> => {
    const request = { itemId, ...of, fields: {}, text: null, codeLength: null };
    const answer = await lookUpTerm(queries, request, { language, ...world });
    return answer?.how === 'term' ? answer.term : null;
  };
}
