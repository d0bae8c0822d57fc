/** The values that a text of the open case states, and those of them that the user has accepted. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { newUuid } from '../../../browser/newUuid.ts';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { ChangeSet } from '../../../../shared/case/changeSet.ts';
import {
  proposeTextValues,
  saveCasePages,
  type BodyOf,
  type DataOf,
} from '../../../../shared/contract/index.ts';
import {
  accept,
  acceptedKeys,
  stagedPages,
  undo,
  type Staged,
} from '../../../../shared/text-values/stagedValues.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { call } from '../../../api/index.ts';
import { useDialog, type DialogHandle } from '../../../components/index.ts';
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
  /** asks for the reason, then saves what was accepted when it was opened */
  saving: DialogHandle<AcceptedValues, string>;
  save: () => void;
}

/** What one save of accepted values sends, however often. */
interface AcceptedValues {
  count: number;
  pages: BodyOf<typeof saveCasePages>['pages'];
}

interface TextValuesInput {
  caseKey: number;
  itemId: string;
  catalogue: Catalogue;
  edits: CaseEdits;
  onSaved: (count: number) => void;
}

const NO_ITEMS: readonly string[] = [];
const NO_GROUPS: Proposals['groups'] = [];

/** Ids of the rows that accepted values add: a save that is sent again after a lost answer adds them once. */
const rowIds = new WeakMap<Proposals['groups'], Map<string, string>>();

function rowIdOf(groups: Proposals['groups'], key: string): string {
  const ids = rowIds.get(groups) ?? new Map<string, string>();
  rowIds.set(groups, ids);
  const id = ids.get(key) ?? newUuid();
  ids.set(key, id);
  return id;
}

export function useTextValues({ caseKey, itemId, catalogue, edits, onSaved }: TextValuesInput): TextValues {
  const queries = useQueryClient();
  const changes = useEditsWithout(edits, NO_ITEMS);
  const { data: proposals, error } = useQuery(proposalsQuery({ caseKey, itemId, changes }));
  // the same object where a text is read again with the same result, e.g. because something else of the case was saved
  const groups = proposals?.groups ?? NO_GROUPS;
  // what was accepted of another text, or of another state of the case, is none of these
  const [of, setOf] = useState<{ groups: Proposals['groups']; staged: Staged }>({ groups, staged: [] });
  const staged = useMemo(() => (of.groups === groups ? of.staged : []), [of, groups]);
  const stage = useCallback(
    (next: (before: Staged) => Staged) => setOf({ groups, staged: next(staged) }),
    [groups, staged],
  );
  const saving = useDialog<AcceptedValues, string>({
    carryOut: async ({ pages }, reason) => {
      try {
        await call(saveCasePages, { params: { caseKey }, body: { reason, pages } });
      } catch (error) {
        if (!isStoredAlready(error)) throw error;
      }
    },
    afterwards: ({ count }) => {
      onSaved(count);
      stage(() => []);
      void queries.invalidateQueries({ queryKey: textValuesKey(caseKey) });
      void refreshCase(queries, caseKey);
    },
  });
  const save = (): void => {
    if (!proposals) return;
    const { retrievedAt } = proposals;
    const pages = stagedPages(staged, groups, {
      textItem: itemId,
      rootGroupOf: (page) => catalogue.pages[page]?.group ?? null,
      newRowId: (key) => rowIdOf(groups, key),
    });
    saving.show({
      count: acceptedKeys(staged).size,
      pages: pages.map((page) => ({ ...page, retrievedAt })),
    });
  };
  return {
    proposals,
    failure: error,
    staged,
    accept: (keys) => stage((before) => accept(before, groups, keys)),
    undo: () => stage(undo),
    saving,
    save,
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
