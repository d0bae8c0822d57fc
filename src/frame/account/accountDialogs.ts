/** Which dialog of the user's own account is open; one for the whole window, opened from the header. */
import { atom, getDefaultStore } from 'jotai';

export type AccountDialog = 'password' | 'factor' | 'sessions' | 'identities' | 'notifications';

export const openDialog = atom<AccountDialog | null>(null);
/** The user who has changed their password since this page was loaded: once is enough (specification section 2). */
export const passwordChangedBy = atom<number | null>(null);

// the window's store: an open page has a store of its own
export const accountStore = getDefaultStore();
