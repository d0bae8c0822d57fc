import type { PageSession } from '../../engine/index.ts';

/** The actions of the open page for the case header above it. */
export interface EditorActions {
  save: () => void;
  /** called before any other action on the case; true after a message that tells the user why not yet */
  stops: () => boolean;
  dirty: boolean;
  saving: boolean;
  /** of the open page, for callers that read what is typed there */
  session: PageSession;
}
