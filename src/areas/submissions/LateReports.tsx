/** Asks why reports of a batch were sent after their due dates, until a reason is given. */
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../feedback/Notice.tsx';
import { LateReasonDialog } from '../../late-reason/LateReasonDialog.tsx';
import { useMay } from '../../session/sessionStore.ts';
import { SUBMISSIONS, type Batch } from './submissions.queries.ts';

export function LateReports({ batch: { messages, receiver } }: { batch: Batch }) {
  const { t } = useTranslation(['submissions', 'monitoring']);
  const queries = useQueryClient();
  const mayGive = useMay('EDIT.MONITORING');
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const reports = messages.flatMap(({ lateReport, caseNo }) =>
    lateReport === null ? [] : [{ rowKey: lateReport, caseNo, receiver }],
  );
  if (reports.length === 0) return null;
  const onGiven = () => {
    close();
    void queries.invalidateQueries({ queryKey: SUBMISSIONS });
  };
  return (
    <Notice tone="warning">
      {t('lateReports', { count: reports.length })}
      {mayGive && (
        <Group>
          <Button variant="default" onClick={() => setOpened(true)}>
            {t('monitoring:late.give')}…
          </Button>
        </Group>
      )}
      {opened && <LateReasonDialog {...{ reports, onGiven }} onClose={close} />}
    </Notice>
  );
}
