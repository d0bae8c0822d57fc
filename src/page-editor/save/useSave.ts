/** Saving the open page. */
import i18next from 'i18next';
import { useCallback, useEffect, useState } from 'react';
import type { AfterSave } from '../../../machines/save/save.machine.ts';
import { leaveWithoutAsking } from '../../app-context/unsavedChanges.ts';
import { showFailure } from '../../feedback/showFailure.ts';
import { createSaveWorld, type SaveWorldInput } from './saveWorld.ts';
import { stopsAction } from './stopsAction.ts';
import { useSaveMachine, type SaveMachineInput } from './useSaveMachine.ts';

export interface SaveInput
  extends Omit<SaveWorldInput, 'onFailedAway'>, Pick<SaveMachineInput, 'onRefused' | 'openSaved'> {
  /** of the page, in the user's language */
  title: string;
  /** the edits of other pages stay while this one is left */
  keeps?: boolean;
}

/**
 * The state of the machine, the events its dialogs may send, and `save`, which keeps its identity while the page is open.
 * 300 ms after success the page is read again and becomes the session's originals; what was typed meanwhile stays a
 * change. `afterSave` is called once nothing is unsaved. What fails after the page was left is shown with its title.
 */
export function useSave({ onRefused, openSaved, title, keeps = false, ...page }: SaveInput) {
  const [world] = useState(() =>
    createSaveWorld({
      ...page,
      onFailedAway: (error) => showFailure(error, 'SUBMIT_FAIL', i18next.t('failures:noAnswer'), title),
    }),
  );
  const { session } = page;
  useEffect(() => {
    world.setOpen(true);
    return () => world.setOpen(false);
  }, [world]);
  const { send, ...machine } = useSaveMachine({
    world,
    onRefused,
    openSaved,
    onClean: () => {
      // the page may be left before it is drawn as saved
      if (!keeps) leaveWithoutAsking();
    },
  });
  const save = useCallback(
    (afterSave: AfterSave | null = null) => {
      if (!stopsAction(session)) send(world.request(afterSave));
    },
    [session, send, world],
  );
  return { ...machine, send, save };
}
