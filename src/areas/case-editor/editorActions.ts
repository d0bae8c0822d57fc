import type { Finding, PageSession } from '../../engine/index.ts';

/** The actions of the open page for the case header above it. */
export interface EditorActions {
  /** of the open page among the edited pages of the case */
  key: string;
  save: () => void;
  /** called before any other action on the case; true after a message that tells the user why not yet */
  stops: () => boolean;
  dirty: boolean;
  saving: boolean;
  /** of the open page, for callers that read what is typed there */
  session: PageSession;
  /** items of the page that a save was refused for */
  onRefused: (refused: readonly Finding[]) => void;
  /** opens a new row that was saved at its own address */
  openSavedRow: (rowNo: number) => void;
}
