/** The values that a text of the open case states, and those of them that the user has accepted. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { ChangeSet } from '../../../../shared/case/changeSet.ts';
import { proposeTextValues, saveCasePages, type DataOf } from '../../../../shared/contract/index.ts';
import { accept, stagedPages, undo, type Staged } from '../../../../shared/text-values/stagedValues.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { call } from '../../../api/index.ts';
import { useDialog } from '../../../components/index.ts';
import { isStoredAlready } from '../../../page-editor/save/staleItems.ts';
import { refreshCase } from '../status/versions.queries.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { useEditsWithout } from '../unsaved/useEditsWithout.ts';

export type Proposals = DataOf<typeof proposeTextValues>;

export interface TextValues {
  /** undefined until the text was read */
  proposals: Proposals | undefined;
  failure: Error | null;
  staged: Staged;
  accept: (keys: readonly string[]) => void;
  undo: () => void;
  /** asks for the reason, then saves what was accepted */
  saving: ReturnType<typeof useDialog<number, string>>;
}

interface TextValuesInput {
  caseKey: number;
  itemId: string;
  catalogue: Catalogue;
  edits: CaseEdits;
  onSaved: (count: number) => void;
}

const NO_ITEMS: readonly string[] = [];

/** Ids of the rows that accepted values add: a save that is sent again after a lost answer adds them once. */
const rowIds = new WeakMap<Proposals, Map<string, string>>();

function rowIdOf(proposals: Proposals, key: string): string {
  const ids = rowIds.get(proposals) ?? new Map<string, string>();
  rowIds.set(proposals, ids);
  const id = ids.get(key) ?? crypto.randomUUID();
  ids.set(key, id);
  return id;
}

export function useTextValues({ caseKey, itemId, catalogue, edits, onSaved }: TextValuesInput): TextValues {
  const queries = useQueryClient();
  const changes = useEditsWithout(edits, NO_ITEMS);
  const { data: proposals, error } = useQuery(proposalsQuery({ caseKey, itemId, changes }));
  // what was accepted of another text, or of another state of the case, is none of these
  const [of, setOf] = useState<{ proposals: Proposals | undefined; staged: Staged }>({
    proposals,
    staged: [],
  });
  const staged = useMemo(() => (of.proposals === proposals ? of.staged : []), [of, proposals]);
  const stage = useCallback(
    (next: (before: Staged) => Staged) => setOf({ proposals, staged: next(staged) }),
    [proposals, staged],
  );
  const groups = proposals?.groups ?? [];
  const saving = useDialog<number, string>({
    carryOut: async (_, reason) => {
      if (!proposals) return;
      const { retrievedAt } = proposals;
      const pages = stagedPages(staged, groups, {
        textItem: itemId,
        rootGroupOf: (page) => catalogue.pages[page]?.group ?? null,
        newRowId: (key) => rowIdOf(proposals, key),
      });
      const body = { reason, pages: pages.map((page) => ({ ...page, retrievedAt })) };
      try {
        await call(saveCasePages, { params: { caseKey }, body });
      } catch (error) {
        if (!isStoredAlready(error)) throw error;
      }
    },
    afterwards: (count) => {
      onSaved(count);
      void queries.invalidateQueries({ queryKey: textValuesKey(caseKey) });
      void refreshCase(queries, caseKey);
    },
  });
  return {
    proposals,
    failure: error,
    staged,
    accept: (keys) => stage((before) => accept(before, groups, keys)),
    undo: () => stage(undo),
    saving,
  };
}

const textValuesKey = (caseKey: number) => [...caseQueryKey(caseKey), 'textValues'];

const proposalsQuery = ({
  caseKey,
  itemId,
  changes,
}: {
  caseKey: number;
  itemId: string;
  changes: ChangeSet;
}) =>
  queryOptions({
    queryKey: [...textValuesKey(caseKey), itemId, changes],
    queryFn: ({ signal }) =>
      call(proposeTextValues, {
        params: { caseKey, itemId },
        body: { changes: changes.items, rows: changes.rows },
        signal,
      }),
    // what was accepted stays while the user looks elsewhere
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    meta: { ownFailure: true },
  });
