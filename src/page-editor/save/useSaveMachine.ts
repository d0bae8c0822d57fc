/** The save machine with a world, and the messages to the user. */
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromPromise } from 'xstate';
import { saveMachine } from '../../../machines/save/save.machine.ts';
import { refusedItemsOf } from '../../catalogue/refusedItems.ts';
import { showInfo, showSuccess, withdrawError } from '../../components/index.ts';
import type { Finding } from '../../engine/index.ts';
import { showFailure } from '../../feedback/showFailure.ts';
import { useKeepsEdits } from '../../journal/index.ts';
import type { SaveWorld } from './saveWorld.ts';

export interface SaveMachineInput {
  world: SaveWorld;
  /** items the server refused; none after a save that went through */
  onRefused: (refused: readonly Finding[]) => void;
  /** opens a new row or record by the number it was stored with */
  openSaved: (rowNo: number) => void;
  /** nothing is unsaved: what the save was requested for follows */
  onClean?: () => void;
}

/** The state of the machine, and the events its dialogs may send. */
export function useSaveMachine({ world, onRefused, openSaved, onClean }: SaveMachineInput) {
  const { t } = useTranslation('editor');
  const notSaved = t(useKeepsEdits() ? 'failures:notSaved' : 'failures:notSavedOnly');
  /** messages of saves that failed */
  const [failures] = useState(() => new Set<string>());
  const withdrawFailures = () => {
    for (const message of failures) withdrawError(message);
    failures.clear();
  };
  const [state, send] = useMachine(
    saveMachine.provide({
      actors: {
        findOtherVersions: fromPromise(world.findOtherVersions),
        submitPage: fromPromise(({ input }) => world.submit(input.reason)),
        refreshPage: fromPromise(world.refresh),
      },
      actions: {
        showNothingToSave: () => {
          // what was not answered was stored, and has been read since; what was refused was taken back
          withdrawFailures();
          showInfo(t('save.nothing'));
        },
        showSaved: () => {
          onRefused([]);
          withdrawFailures();
          showSuccess(t('save.done'));
        },
        showFailed: (_, { error, category }) => {
          onRefused(refusedItemsOf(error));
          const message = showFailure(error, category, notSaved);
          if (message !== null) failures.add(message);
        },
        showNotRead: (_, { error }) => showFailure(error),
        settleConflict: (_, answer) => world.settleConflict(answer),
        clearChanges: world.clearChanges,
        openSavedRow: () => openSaved(world.savedRowNo()),
        requestAgain: ({ self }, { afterSave }) => self.send(world.request(afterSave)),
        goOn: ({ context }) => {
          onClean?.();
          context.afterSave?.();
        },
      },
    }),
  );
  return { state, send, isSaving: state.matches('submitting') || state.matches('saved') };
}
