/** Entries of the audit trail in a dialog: of one item, or of the workflow (specification 2-dialogs section 2). */
import { Loader } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { AUDIT_WIDTH_PX, DataTable, ReadDialog, EmptyState } from '../components/index.ts';
import { useAuditColumns, type AuditColumn } from './auditColumns.tsx';
import { itemAuditQuery, workflowAuditQuery, type AuditEntry } from './audit.queries.ts';

const NO_ENTRIES: readonly AuditEntry[] = [];

interface AuditDialogProps {
  title: string;
  /** said where there are none */
  none: string;
  columns: readonly AuditColumn[];
  entries: UseQueryResult<{ listInfo: AuditEntry[] }>;
  /** default: that of cases */
  catalogue?: Catalogue;
  onClose: () => void;
}

/** All entries at once: an audit trail is read as a whole. */
function AuditDialog({ title, none, columns, entries, catalogue, onClose }: AuditDialogProps) {
  const { t } = useTranslation(['editor', 'frame']);
  const rows = entries.data?.listInfo ?? NO_ENTRIES;
  const known = useAuditColumns(rows, catalogue);
  return (
    <ReadDialog onClose={onClose} size={AUDIT_WIDTH_PX} title={title}>
      {entries.isPending && <Loader aria-label={t('frame:loading')} />}
      {entries.isSuccess && rows.length === 0 && <EmptyState title={none} />}
      {rows.length > 0 && (
        <DataTable
          label={title}
          rows={rows}
          rowKey={(entry) => String(entry.no)}
          columns={columns.map((name) => known[name])}
        />
      )}
    </ReadDialog>
  );
}

export interface ItemAuditDialogProps {
  caseKey: number;
  page: string;
  address: ItemAddress;
  onClose: () => void;
}

/** Every change of one item of a case, newest first. */
export const ItemAuditDialog = ({ caseKey, page, address, onClose }: ItemAuditDialogProps) => (
  <ItemEntriesDialog entries={useQuery(itemAuditQuery(caseKey, page, address))} onClose={onClose} />
);

interface ItemEntriesDialogProps extends Pick<AuditDialogProps, 'entries' | 'onClose'> {
  /** of the item; default: that of cases */
  catalogue?: Catalogue;
}

/** Every change of one item, newest first. */
export function ItemEntriesDialog(props: ItemEntriesDialogProps) {
  const { t } = useTranslation('editor');
  return (
    <AuditDialog
      title={t('audit.ofItem')}
      none={t('audit.none')}
      columns={['no', 'itemLabel', 'value', 'reason', 'time', 'user']}
      {...props}
    />
  );
}

/** Every routing of the case. */
export function WorkflowAuditDialog({ caseKey, onClose }: Pick<ItemAuditDialogProps, 'caseKey' | 'onClose'>) {
  const { t } = useTranslation(['editor', 'workflow']);
  return (
    <AuditDialog
      title={t('workflow:audit')}
      none={t('workflow:history.none')}
      columns={['no', 'itemLabel', 'action', 'value', 'reason', 'time', 'user']}
      entries={useQuery(workflowAuditQuery(caseKey))}
      onClose={onClose}
    />
  );
}
