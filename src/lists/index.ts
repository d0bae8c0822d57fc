/** The door of lists: one component for every list of the product. */
export { List, type ListHandle } from './List.tsx';
export { AuditListDialog } from './AuditListDialog.tsx';
export { ListPage } from './ListPage.tsx';
export { useRefreshList } from './useListChoices.ts';
export type { DrawnCell } from './cells.tsx';
export type { Cells } from './useListColumns.tsx';
export { ExportProgress } from './ExportProgress.tsx';
export { useListExport } from './useListExport.ts';
