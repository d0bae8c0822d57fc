/** Every change of one item, newest first. */
import { Group, Button, Loader, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { DataTable, EmptyState } from '../../../components/index.ts';
import { useAuditColumns } from '../auditColumns.tsx';
import { itemAuditQuery, type AuditEntry } from '../case.queries.ts';

/** Specification section 9. */
const WIDTH_PX = 1440;

const NO_ENTRIES: readonly AuditEntry[] = [];

export interface ItemAuditDialogProps {
  caseKey: number;
  page: string;
  address: ItemAddress;
  onClose: () => void;
}

export function ItemAuditDialog({ caseKey, page, address, onClose }: ItemAuditDialogProps) {
  const { t } = useTranslation('editor');
  const entries = useQuery(itemAuditQuery(caseKey, page, address));
  const rows = entries.data?.listInfo ?? NO_ENTRIES;
  const columns = useAuditColumns(rows);
  const { no, itemLabel, value, reason, time, user } = columns;
  return (
    <Modal
      opened
      onClose={onClose}
      size={WIDTH_PX}
      title={t('audit.ofItem')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        {entries.isPending && <Loader aria-label={t('frame:loading')} />}
        {entries.isSuccess && rows.length === 0 && <EmptyState title={t('audit.none')} />}
        {rows.length > 0 && (
          <DataTable
            label={t('audit.ofItem')}
            rows={rows}
            rowKey={(entry) => String(entry.no)}
            columns={[no, itemLabel, value, reason, time, user]}
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
