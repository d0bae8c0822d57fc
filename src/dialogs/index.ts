/** The door of the dialogs that are opened by a call and answer by a promise. */
export { DialogHost } from './DialogHost.tsx';
export { openDialog } from './openDialog.ts';
export { openListDialog, openSelectDialog } from './openListDialog.tsx';
export { openTreeDialog } from './tree/openTreeDialog.tsx';
export { askForFile } from './small/openSmallDialogs.tsx';
export {
  codesDialog,
  recordDialog,
  selectionDialog,
  SELECTIONS,
  type SelectionName,
  type SelectionSource,
} from './selections.ts';
export {
  productSource,
  RECORD_TICKS,
  recordSource,
  roleSource,
  senderSource,
  studySource,
} from './selectionSources.ts';
export type {
  ListDialogColumn,
  ListDialogDescriptor,
  ListDialogField,
  ListDialogOptions,
  ListQuestion,
  ListRow,
  Recommendations,
} from './listDialog.types.ts';
export type { BesideKeys } from './selectionSources.ts';
export type { TreeNode } from './tree/treeNodes.ts';
