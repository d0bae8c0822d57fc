/** Saving the open page: the save machine with its world, the messages and the router. */
import { useMachine } from '@xstate/react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromPromise } from 'xstate';
import { saveMachine, type AfterSave } from '../../../machines/save/save.machine.ts';
import { leaveWithoutAsking } from '../../app-context/unsavedChanges.ts';
import { refusedItemsOf } from '../../catalogue/refusedItems.ts';
import { showInfo, showSuccess } from '../../components/index.ts';
import type { Finding } from '../../engine/index.ts';
import { showFailure } from '../../feedback/showFailure.ts';
import { useKeepsEdits } from '../../journal/index.ts';
import { createSaveWorld, type SaveWorldInput } from './saveWorld.ts';
import { stopsAction } from './stopsAction.ts';

export interface SaveInput extends SaveWorldInput {
  /** items the server refused; none after a save that went through */
  onRefused: (refused: readonly Finding[]) => void;
  /** opens a new row or record by the number it was stored with */
  openSaved: (rowNo: number) => void;
  /** the edits of other pages stay while this one is left */
  keeps?: boolean;
}

/**
 * The state of the machine, the events its dialogs may send, and `save`, which keeps its identity while the page is open.
 * 300 ms after success the page is read again and becomes the session's originals; what was typed meanwhile stays a
 * change. `afterSave` is called once nothing is unsaved.
 */
export function useSave({ onRefused, openSaved, keeps = false, ...page }: SaveInput) {
  const { t } = useTranslation('editor');
  const keepsEdits = useKeepsEdits();
  const [world] = useState(() => createSaveWorld(page));
  const { session } = page;

  const machine = saveMachine.provide({
    actors: {
      findOtherVersions: fromPromise(world.findOtherVersions),
      submitPage: fromPromise(({ input }) => world.submit(input.reason)),
      refreshPage: fromPromise(world.refresh),
    },
    actions: {
      showNothingToSave: () => showInfo(t('save.nothing')),
      showSaved: () => {
        onRefused([]);
        showSuccess(t('save.done'));
      },
      showFailed: (_, { error, category }) => {
        onRefused(refusedItemsOf(error));
        showFailure(error, category, t(keepsEdits ? 'failures:notSaved' : 'failures:notSavedOnly'));
      },
      showNotRead: (_, { error }) => showFailure(error),
      settleConflict: (_, answer) => world.settleConflict(answer),
      clearChanges: world.clearChanges,
      openSavedRow: () => openSaved(world.savedRowNo()),
      requestAgain: ({ self }, { afterSave }) => self.send(world.request(afterSave)),
      goOn: ({ context }) => {
        // nothing is unsaved: the page may be left before it is drawn so
        if (!keeps) leaveWithoutAsking();
        context.afterSave?.();
      },
    },
  });
  const [state, send] = useMachine(machine);
  const save = useCallback(
    (afterSave: AfterSave | null = null) => {
      if (!stopsAction(session)) send(world.request(afterSave));
    },
    [session, send, world],
  );
  return { state, send, save, isSaving: state.matches('submitting') || state.matches('saved') };
}
