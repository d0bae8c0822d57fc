/** The door of what is shown of audit trails. */
export { ItemAuditDialog, WorkflowAuditDialog } from './AuditDialog.tsx';
export { useAuditColumns } from './auditColumns.tsx';
export type { AuditEntry } from './audit.queries.ts';
