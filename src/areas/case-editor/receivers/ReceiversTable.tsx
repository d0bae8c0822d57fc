/** Receivers of a case with the rules that propose them, due dates and states; some are chosen, and saved with a reason. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { DataTable, ReasonDialog } from '../../../components/index.ts';
import { chooseReceiver } from './chooseReceiver.ts';
import { listedReceivers } from './listedReceivers.ts';
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
  const { listed, others } = listedReceivers(rows, choice.selected);
  const add = async () => {
    const receiver = await chooseReceiver(others);
    if (receiver !== null) choice.select(new Set([...choice.selected, receiver]));
  };
  const columns = useReceiverColumns({ choice, formats: editable ? formats : null, onWhy: setWhy });
  return (
    <>
      <DataTable
        label={t('receivers.title')}
        rows={listed}
        rowKey={({ receiver }) => receiver}
        nameOf={({ receiver }) => receiver}
        onOpen={({ region }) => onOpen(region)}
        {...(editable && { selected: choice.selected, onSelect: choice.select })}
        fullText
        columns={columns}
      />
      {editable && (
        <Group justify="flex-end" mt="sm">
          {others.length > 0 && (
            <Button variant="default" onClick={() => void add()}>
              {t('receivers.add')}
            </Button>
          )}
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
