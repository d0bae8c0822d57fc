/** The audit trail of a record: as a list, and of one item in a dialog. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { ItemEntriesDialog } from '../../audit/index.ts';
import { List } from '../../lists/index.ts';
import { callsOf } from './recordCalls.ts';
import { recordItemAuditQuery, type RecordAddress } from './records.queries.ts';

interface RecordAuditProps {
  kind: RecordKind;
  address: RecordAddress;
}

export function RecordAudit({ kind, address: { sponsorKey, recordKey } }: RecordAuditProps) {
  const { t } = useTranslation('editor');
  const calls = callsOf(kind.kind);
  const params = useMemo(
    () => calls.paramsOf({ sponsorKey, kind: kind.kind, recordKey }),
    [calls, sponsorKey, kind, recordKey],
  );
  return (
    <List
      key={`${kind.kind}/${recordKey}`}
      menuId={calls.auditMenu}
      call={calls.audit}
      exportCall={calls.auditFile}
      params={params}
      of={recordKey}
      label={t('audit.title')}
      searchLabel={t('audit.search')}
      empty={t('audit.none')}
    />
  );
}

interface RecordItemAuditProps {
  kind: RecordKind;
  record: RecordAddress;
  address: ItemAddress;
  onClose: () => void;
}

export const RecordItemAudit = ({ kind, record, address, onClose }: RecordItemAuditProps) => (
  <ItemEntriesDialog
    catalogue={kind.catalogue}
    entries={useQuery(recordItemAuditQuery(record, address))}
    onClose={onClose}
  />
);
