/** Saving all unsaved pages of the case: the save machine with the world of the case. */
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fromPromise } from 'xstate';
import { saveMachine } from '../../../../machines/save/save.machine.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { refusedItemsOf } from '../../../catalogue/refusedItems.ts';
import { showInfo, showSuccess } from '../../../components/index.ts';
import { showFailure } from '../../../feedback/showFailure.ts';
import { useKeepsEdits } from '../../../journal/index.ts';
import type { EditorActions } from '../editorActions.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { createCaseSaveWorld } from './caseSaveWorld.ts';
import { useOpenRefusedItem } from './useOpenRefusedItem.ts';

/** `actions`: those of the open page; null where none can be edited. */
export function useCaseSave(edits: CaseEdits, actions: EditorActions | null) {
  const { t } = useTranslation('editor');
  const { appendix } = useRouteContext();
  const queries = useQueryClient();
  const keepsEdits = useKeepsEdits();
  const openRefusedItem = useOpenRefusedItem(edits);
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
      }),
    [edits, appendix, queries],
  );
  const machine = saveMachine.provide({
    actors: {
      findOtherVersions: fromPromise(world.findOtherVersions),
      submitPage: fromPromise(({ input }) => world.submit(input.reason)),
      refreshPage: fromPromise(world.refresh),
    },
    actions: {
      showNothingToSave: () => showInfo(t('save.nothing')),
      showSaved: () => {
        actions?.onRefused([]);
        showSuccess(t('save.done'));
      },
      showFailed: (_, { error, category }) => {
        const refused = refusedItemsOf(error);
        actions?.onRefused(refused);
        openRefusedItem(refused);
        showFailure(error, category, t(keepsEdits ? 'failures:notSaved' : 'failures:notSavedOnly'));
      },
      showNotRead: (_, { error }) => showFailure(error),
      settleConflict: (_, answer) => world.settleConflict(answer),
      clearChanges: world.clearChanges,
      openSavedRow: () => actions?.openSavedRow(world.savedRowNo()),
      requestAgain: ({ self }, { afterSave }) => self.send(world.request(afterSave)),
    },
  });
  const [state, send] = useMachine(machine);
  const stops = actions?.stops;
  const save = useCallback(() => {
    if (!stops?.()) send(world.request(null));
  }, [stops, send, world]);
  return { state, send, save, isSaving: state.matches('submitting') || state.matches('saved') };
}
