/** Saving all unsaved pages of the case: the save machine with the world of the case. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { useSaveMachine } from '../../../page-editor/save/useSaveMachine.ts';
import type { EditorActions } from '../editorActions.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { createCaseSaveWorld } from './caseSaveWorld.ts';
import { useOpenRefusedItem } from './useOpenRefusedItem.ts';
import { useStoredRow } from './useStoredRow.ts';

/** `actions`: those of the open page; null where none can be edited. */
export function useCaseSave(edits: CaseEdits, actions: EditorActions | null) {
  const { appendix } = useRouteContext();
  const queries = useQueryClient();
  const openRefusedItem = useOpenRefusedItem(edits, actions?.session ?? null);
  const storedRow = useStoredRow();
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  const world = useMemo(
    () =>
      createCaseSaveWorld({
        caseKey: edits.caseKey,
        appendix,
        edits,
        queries,
        openPage: () => (current.current ? edits.find(current.current.key) : null),
        storedRow,
      }),
    [edits, appendix, queries, storedRow],
  );
  const { send, ...machine } = useSaveMachine({
    world,
    onRefused: (refused) => {
      edits.refuse(refused);
      actions?.onRefused(refused);
      openRefusedItem(refused);
    },
    openSaved: (rowNo) => actions?.openSavedRow(rowNo),
  });
  const stops = actions?.stops;
  const save = useCallback(() => {
    if (!stops?.()) send(world.request(null));
  }, [stops, send, world]);
  return { ...machine, send, save };
}
