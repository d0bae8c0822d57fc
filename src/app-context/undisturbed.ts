import { useState } from 'react';
import { useHasUnsavedChanges } from './unsavedChanges.ts';

/**
 * What a form is filled from: the data as they were read last or, while the page has unsaved changes, as they were before
 * these. A reading in the background, e.g. in another language or after rights were changed, takes nothing away that was
 * typed; it does not lend its time to what was typed over older data either, which the server would then take for current.
 */
export function useUndisturbed<Data>(data: Data): Data {
  const isEdited = useHasUnsavedChanges();
  const [held, setHeld] = useState(data);
  if (isEdited && held !== undefined) return held;
  if (held !== data) setHeld(data);
  return data;
}
