/** The door of what is shown of audit trails. */
export { ItemAuditDialog, ItemEntriesDialog, WorkflowAuditDialog } from './AuditDialog.tsx';
