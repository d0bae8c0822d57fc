/** Says why the chosen reports were late. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LateReasonDialog } from '../../late-reason/LateReasonDialog.tsx';
import type { ListHandle } from '../../lists/index.ts';
import { MONITORING } from './monitoring.queries.ts';

/** An action of the list of reports by due date. */
export const LateReason = (list: ListHandle) => <LateReasonAction list={list} />;

function LateReasonAction({ list }: { list: ListHandle }) {
  const { t } = useTranslation('monitoring');
  const queries = useQueryClient();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const onGiven = () => {
    close();
    list.clear();
    void list.refresh();
    void queries.invalidateQueries({ queryKey: MONITORING });
  };
  const reports = list.selected.map(({ rowKey, name, cells }) => ({
    rowKey,
    caseNo: name,
    receiver: cells['receiver'] ?? '',
  }));
  return (
    <>
      <Button
        variant="default"
        disabled={reports.length === 0}
        title={reports.length === 0 ? t('late.choose') : undefined}
        onClick={() => setOpened(true)}
      >
        {t('late.give')}…
      </Button>
      {opened && <LateReasonDialog {...{ reports, onGiven }} onClose={close} />}
    </>
  );
}
