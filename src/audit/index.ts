/** The door of what is shown of audit trails. */
export { ItemAuditDialog, WorkflowAuditDialog } from './AuditDialog.tsx';
