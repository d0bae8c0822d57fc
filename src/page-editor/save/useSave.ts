/** Saving the open page. */
import { useCallback, useEffect, useState } from 'react';
import type { AfterSave } from '../../../machines/save/save.machine.ts';
import { leaveWithoutAsking } from '../../app-context/unsavedChanges.ts';
import { createSaveWorld, type SaveWorldInput } from './saveWorld.ts';
import { stopsAction } from './stopsAction.ts';
import { useSaveMachine, type SaveMachineInput } from './useSaveMachine.ts';

export interface SaveInput extends SaveWorldInput, Pick<SaveMachineInput, 'onRefused' | 'openSaved'> {
  /** the edits of other pages stay while this one is left */
  keeps?: boolean;
}

/**
 * The state of the machine, the events its dialogs may send, and `save`, which keeps its identity while the page is open.
 * 300 ms after success the page is read again and becomes the session's originals; what was typed meanwhile stays a
 * change. `afterSave` is called once nothing is unsaved.
 */
export function useSave({ onRefused, openSaved, keeps = false, ...page }: SaveInput) {
  const [world] = useState(() => createSaveWorld(page));
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
