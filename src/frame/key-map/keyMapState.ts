/** Whether the key map is open; one for the whole window, opened from anywhere. */
import { atom, getDefaultStore } from 'jotai';

export const keyMapOpen = atom(false);

// the window's store: an open page has a store of its own
export const keyMapStore = getDefaultStore();

/** Opens the key map. */
export const showKeyMap = (): void => keyMapStore.set(keyMapOpen, true);
