/** Parts that every area uses. */
export { ConfirmDialog } from './ConfirmDialog.tsx';
export { countDown, DataTable, type Column, type Sort } from './DataTable.tsx';
export { FileDrop } from './FileDrop.tsx';
export { FileListInput, type FormFile } from './FileListInput.tsx';
export { GuardedButton } from './GuardedButton.tsx';
export { PageHeader, Toolbar } from './PageHeader.tsx';
export { PAGE_SIZES, type Paging, type PagingInfo } from './Pager.tsx';
export { ReasonDialog, type ReasonOption } from './ReasonDialog.tsx';
export { RichText } from './RichText.tsx';
export { EmptyState, KeyHint, LoadingArea, StatusBadge, Timestamp, type Tone } from './Small.tsx';
export { SubmitForm } from './SubmitForm.tsx';
export { showError, showInfo, showSuccess } from './toasts.tsx';
export { ToastArea } from './ToastArea.tsx';
export { useDialog, type Dialog, type DialogWorld } from './useDialog.ts';
export { ColumnFilter } from './list/ColumnFilter.tsx';
export { ColumnsDialog } from './list/ColumnsDialog.tsx';
export { FilterChips } from './list/FilterChips.tsx';
export type { FilterEntry } from './list/FilterForm.tsx';
