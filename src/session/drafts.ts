/**
 * Unsaved edits that survive a crash, a reload and the end of a session, but not the tab: they hold personal data, so
 * they stay in the tab's storage, are given back to the same user only, and go when he logs out.
 */
const PREFIX = 'casewright.draft.';

const nameOf = (userKey: number, place: string): string => `${PREFIX}${userKey}.${place}`;

/** Keeps what is unsaved at a place. Where the tab's storage is full the draft is given up. */
export function keepDraft(userKey: number, place: string, draft: unknown): void {
  try {
    sessionStorage.setItem(nameOf(userKey, place), JSON.stringify(draft));
  } catch (error) {
    dropDraft(userKey, place);
    console.warn('the unsaved edits are too large to be kept in case of a reload', error);
  }
}

/** What was kept, or null. The caller knows what it kept there. */
export function readDraft<Draft>(userKey: number, place: string): Draft | null {
  const kept = sessionStorage.getItem(nameOf(userKey, place));
  return kept === null ? null : (JSON.parse(kept) as Draft);
}

export const dropDraft = (userKey: number, place: string): void =>
  sessionStorage.removeItem(nameOf(userKey, place));

export function dropAllDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}
