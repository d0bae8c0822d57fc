import { useLayoutEffect, useRef } from 'react';
import { pressedKey } from './chords.ts';
import { isComposing } from './composing.ts';
import { keyEntry, type KeyId } from './keyTable.ts';
import { isModalOpen } from './modal.ts';
import { isTextField } from './textField.ts';

/** What keys do. `false`: nothing was to be done here, and the browser may have the key. */
export type KeyHandlers = Partial<Record<KeyId, (event: KeyboardEvent) => boolean | void>>;

/** A sign without Ctrl or Alt is a key only where it is not typed. */
const isTyping = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && isTextField(event.target);

/** Follows a key of the table. True when it was followed; the browser then does nothing with it. */
export function followKey(event: KeyboardEvent, handlers: KeyHandlers): boolean {
  if (event.defaultPrevented || isComposing(event) || isTyping(event)) return false;
  const id = pressedKey(event);
  const handle = id === null ? undefined : handlers[id];
  if (!handle || handle(event) === false) return false;
  event.preventDefault();
  return true;
}

/** Follows keys wherever the focus is, except behind an open dialog: its question is answered first. */
export function useKeys(handlers: KeyHandlers): void {
  const current = useRef(handlers);
  // with the drawing: what is seen follows its keys
  useLayoutEffect(() => {
    current.current = handlers;
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isModalOpen()) followKey(event, current.current);
      else {
        const id = pressedKey(event);
        if (id && current.current[id] && keyEntry(id).neverBrowser && event.key !== '?')
          event.preventDefault();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
