/** What the reference safety information suggests for items of the open page, and where the assessor differs. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressKey } from '../../../../shared/case/itemAddress.ts';
import { readExpectednessOfEdits } from '../../../../shared/contract/index.ts';
import { sameInAll } from '../../../../shared/text/sameInAll.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import type { Finding, PageSession } from '../../../engine/index.ts';
import { useComputed } from '../marks/useComputed.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { useEditsWithout } from '../unsaved/useEditsWithout.ts';
import { differences, type Suggestion } from './differences.ts';

/** The mark of a decision that differs from what is suggested. */
export const EXPECTEDNESS_DIFFERS = 'expectedness.differs';

interface ExpectednessInput {
  caseKey: number;
  catalogue: Catalogue;
  session: PageSession;
  edits: CaseEdits;
}

export interface SuggestedExpectedness {
  /** by the key of their address */
  suggestions: ReadonlyMap<string, Suggestion>;
  marks: readonly Finding[];
}

const NONE: ReadonlyMap<string, Suggestion> = new Map();

export function useExpectedness({
  caseKey,
  catalogue,
  session,
  edits,
}: ExpectednessInput): SuggestedExpectedness {
  const { t } = useTranslation('expectedness');
  const own = useMemo(() => ownItems(catalogue, session.page), [catalogue, session.page]);
  const { items: changes, rows } = useEditsWithout(edits, own.decided);
  const { data } = useQuery({
    queryKey: [...caseQueryKey(caseKey), 'expectedness', changes, rows],
    queryFn: ({ signal }) =>
      call(readExpectednessOfEdits, { params: { caseKey }, body: { changes, rows }, signal }),
    enabled: own.hasAny,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { ownFailure: true },
  });
  const suggestions = useMemo(
    () =>
      data ? new Map(onPage(catalogue, session, data.listInfo).map((one) => [addressKey(one), one])) : NONE,
    [data, catalogue, session],
  );
  const compute = useCallback(
    () => differences(catalogue, session, suggestions),
    [catalogue, session, suggestions],
  );
  const different = useComputed(session.subscribeEdits, compute);
  const marks = useMemo(
    () =>
      different.map(({ address, conclusion, versions, needsReason }): Finding => {
        const values = { conclusion: t(`conclusions.${conclusion}`), versions: versions.join(', ') };
        const text = t(needsReason ? 'differsWithoutReason' : 'differs', values);
        return {
          ...address,
          ruleId: EXPECTEDNESS_DIFFERS,
          severity: needsReason ? 'warning' : 'info',
          message: sameInAll(text),
        };
      }),
    [different, t],
  );
  return { suggestions, marks };
}

/** Those of the items of the open page, or of its open row. */
function onPage(
  { items }: Catalogue,
  { page, rootPath: [root] }: PageSession,
  suggestions: readonly Suggestion[],
): Suggestion[] {
  return suggestions.filter(
    ({ itemId, rowNo }) => items[itemId]?.page === page && (root === undefined || root === rowNo),
  );
}

/** Items that are decided by what is suggested, and whether the page has any. */
function ownItems({ items, roles }: Catalogue, page: string): { decided: string[]; hasAny: boolean } {
  const asking = Object.values(items).filter(({ expectedness }) => expectedness);
  const reason = roles['expectednessReason'];
  return {
    decided: [...asking.map(({ itemId }) => itemId), ...(reason === undefined ? [] : [reason])],
    hasAny: asking.some((item) => item.page === page),
  };
}
