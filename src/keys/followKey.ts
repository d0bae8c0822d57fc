/** From a pressed key to the handler that follows it. */
import { pressedKey } from './chords.ts';
import { isComposing, isTaken } from './composing.ts';
import { keyEntry, type KeyId } from './keyTable.ts';
import { isTextField } from './textField.ts';

/** What keys do. `false`: nothing was to be done here, and the browser may have the key. */
export type KeyHandlers = Partial<Record<KeyId, (event: KeyboardEvent) => boolean | void>>;

/** A sign without Ctrl or Alt is a key only where it is not typed. */
const isTyping = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && isTextField(event.target);

/** The key of the table; null where the event is followed already, or is text, or an input method composes with it. */
function keyOf(event: KeyboardEvent): KeyId | null {
  if (event.defaultPrevented || isTyping(event) || isTaken(event)) return null;
  const id = pressedKey(event);
  return id !== null && isComposing(event) && !keyEntry(id).endsComposition ? null : id;
}

/** True when it was followed; the browser then does nothing with it. */
function follow(event: KeyboardEvent, id: KeyId, handlers: KeyHandlers): boolean {
  const handle = handlers[id];
  if (event.defaultPrevented || !handle || handle(event) === false) return false;
  event.preventDefault();
  return true;
}

/** Follows a key of the table. True when it was followed; the browser then does nothing with it. */
export function followKey(event: KeyboardEvent, handlers: KeyHandlers): boolean {
  const id = keyOf(event);
  return id !== null && follow(event, id, handlers);
}

/**
 * The first handlers that have something to do follow the key. `isModalOpen` searches the document, and is asked only
 * about a key that some handlers have; behind an open dialog none follows it.
 */
export function followFirst(
  event: KeyboardEvent,
  all: readonly KeyHandlers[],
  isModalOpen: () => boolean,
): void {
  const id = keyOf(event);
  if (id === null) return;
  const having = all.filter((handlers) => handlers[id]);
  if (having.length === 0) return;
  if (!isModalOpen()) having.some((handlers) => follow(event, id, handlers));
  else if (keyEntry(id).neverBrowser && event.key !== '?') event.preventDefault();
}
