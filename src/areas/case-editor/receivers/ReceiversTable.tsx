/** Receivers of a case with the rules that propose them, due dates and states; some are chosen, and saved with a reason. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { DataTable, ReasonDialog } from '../../../components/index.ts';
import { useReceiverColumns, type ReceiverRow } from './receiverColumns.tsx';
import type { CaseReceiver, CaseReceivers } from './receivers.queries.ts';
import { ReceiverWhy } from './ReceiverWhy.tsx';
import { useReceiverChoice } from './useReceiverChoice.ts';

interface ReceiversTableProps {
  caseKey: number;
  catalogue: Catalogue;
  rows: readonly ReceiverRow[];
  receivers: Pick<CaseReceivers, 'formats' | 'retrievedAt' | 'editable'>;
  /** shows the findings of a region */
  onOpen: (region: string) => void;
}

export function ReceiversTable({ caseKey, catalogue, rows, receivers, onOpen }: ReceiversTableProps) {
  const { t } = useTranslation('editor');
  const { formats, editable } = receivers;
  const [why, setWhy] = useState<CaseReceiver | null>(null);
  const choice = useReceiverChoice(caseKey, rows, receivers.retrievedAt);
  const columns = useReceiverColumns({ choice, formats: editable ? formats : null, onWhy: setWhy });
  return (
    <>
      <DataTable
        label={t('receivers.title')}
        rows={rows}
        rowKey={({ receiver }) => receiver}
        nameOf={({ receiver }) => receiver}
        onOpen={({ region }) => onOpen(region)}
        {...(editable && { selected: choice.selected, onSelect: choice.select })}
        fullText
        columns={columns}
      />
      {editable && (
        <Group justify="flex-end" mt="sm">
          <Button onClick={choice.ask} disabled={!choice.isChanged}>
            {t('receivers.save')}
          </Button>
        </Group>
      )}
      <ReasonDialog {...choice.dialog} title={t('receivers.reason')} />
      {why && <ReceiverWhy receiver={why} catalogue={catalogue} onClose={() => setWhy(null)} />}
    </>
  );
}
