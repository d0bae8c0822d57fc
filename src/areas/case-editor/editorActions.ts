import type { PageSession } from '../../engine/index.ts';

/** What the open page offers to the case header above it. */
export interface EditorActions {
  save: () => void;
  /** asked before anything else is done with the case; true after telling the user why not yet */
  stops: () => boolean;
  dirty: boolean;
  saving: boolean;
  /** of the open page, for those who want to know what is typed there */
  session: PageSession;
}
