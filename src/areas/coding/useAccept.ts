/** Accepts codes that are offered, one save after the other: what one is refused for does not stop the others. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { caseQueryKey } from '../../api/caseQueryKey.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { saveCode, type OfferedCode } from './coding.queries.ts';

export interface Accepting {
  state: 'choosing' | 'saving' | 'done';
  /** by row: null where it was saved, else why it was not */
  outcomes: ReadonlyMap<string, string | null>;
  accept: (codes: readonly OfferedCode[]) => Promise<void>;
}

export function useAccept(): Accepting {
  const queries = useQueryClient();
  const { items } = useCatalogue(useRouteContext().appendix);
  const [state, setState] = useState<Accepting['state']>('choosing');
  const [outcomes, setOutcomes] = useState<Accepting['outcomes']>(new Map());

  const acceptOne = async ({ code, version, retrievedAt, before, ...at }: OfferedCode) => {
    const { caseKey, page, pageRow, itemId, rowNo, rowNo2, rowNo3 } = at;
    const versionItem = items[itemId]?.versionItem ?? null;
    const address = { caseKey, itemId, rowNo, rowNo2, rowNo3 };
    try {
      const given = { code, version };
      await saveCode({ caseKey, page, pageRow }, { versionItem }, address, given, { retrievedAt, before });
      return null;
    } catch (error) {
      return failureText(error);
    }
  };
  return {
    state,
    outcomes,
    accept: async (codes) => {
      setState('saving');
      const done = new Map<string, string | null>();
      for (const offered of codes) {
        done.set(offered.rowKey, await acceptOne(offered));
        setOutcomes(new Map(done));
      }
      await Promise.all([
        ...[...new Set(codes.map(({ caseKey }) => caseKey))].map((caseKey) =>
          queries.invalidateQueries({ queryKey: caseQueryKey(caseKey) }),
        ),
        queries.invalidateQueries({ queryKey: ['pageContent'] }),
      ]);
      setState('done');
    },
  };
}
