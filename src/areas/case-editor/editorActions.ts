/** What the open page offers to the case header above it. */
export interface EditorActions {
  save: () => void;
  dirty: boolean;
  saving: boolean;
}
