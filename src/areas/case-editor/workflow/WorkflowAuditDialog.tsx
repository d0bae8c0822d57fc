/** Every routing of the case in its audit trail. */
import { Button, Group, Loader, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DataTable, EmptyState } from '../../../components/index.ts';
import { useAuditColumns } from '../auditColumns.tsx';
import { workflowAuditQuery, type AuditEntry } from '../case.queries.ts';

/** Specification 2 section 2. */
const WIDTH_PX = 1440;

const NO_ENTRIES: readonly AuditEntry[] = [];

export function WorkflowAuditDialog({ caseKey, onClose }: { caseKey: number; onClose: () => void }) {
  const { t } = useTranslation('workflow');
  const entries = useQuery(workflowAuditQuery(caseKey));
  const rows = entries.data?.listInfo ?? NO_ENTRIES;
  const { no, itemLabel, action, value, reason, time, user } = useAuditColumns(rows);
  return (
    <Modal
      opened
      onClose={onClose}
      size={WIDTH_PX}
      title={t('audit')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        {entries.isPending && <Loader aria-label={t('frame:loading')} />}
        {entries.isSuccess && rows.length === 0 && <EmptyState title={t('history.none')} />}
        {rows.length > 0 && (
          <DataTable
            label={t('audit')}
            wide
            rows={rows}
            rowKey={(entry) => String(entry.no)}
            columns={[no, itemLabel, action, value, reason, time, user]}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
