/** A case on the screen as it goes out, as a report, as its message, or as both. */
import { CloseButton, NativeSelect, SegmentedControl, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { caseReportReceiversQuery } from '../../../reports/parties.queries.ts';
import { MessagePane } from './MessagePane.tsx';
import { FormPane } from './FormPane.tsx';
import type { ShownCase } from './shownCase.ts';
import { SHOWN_AS, useReportView } from './useReportView.ts';
import classes from './ReportPane.module.css';

export interface ReportPaneProps extends ShownCase {
  onClose?: () => void;
}

export function ReportPane({ onClose, ...shown }: ReportPaneProps) {
  const { t } = useTranslation('report');
  const [{ as }, setView] = useReportView();
  const [receiver, setReceiver] = useState<string | null>(null);
  const receivers = useQuery(caseReportReceiversQuery(shown.caseKey)).data?.receiverList;
  const masked = useMemo(
    () => new Set(receivers?.find(({ receiverName }) => receiverName === receiver)?.maskedItems),
    [receivers, receiver],
  );
  return (
    <section className={classes.pane} aria-label={t('pane')}>
      <div className={classes.head}>
        <Title order={2}>{t('pane')}</Title>
        <SegmentedControl
          size="xs"
          aria-label={t('as.label')}
          data={SHOWN_AS.map((value) => ({ value, label: t(`as.${value}`) }))}
          value={as}
          onChange={(value) => setView({ as: SHOWN_AS.find((one) => one === value) ?? 'form' })}
        />
        <NativeSelect
          size="xs"
          aria-label={t('receiver')}
          data={[
            { value: '', label: t('anyReceiver') },
            ...(receivers ?? []).map(({ receiverName }) => receiverName),
          ]}
          value={receiver ?? ''}
          onChange={({ currentTarget: { value } }) => setReceiver(value || null)}
        />
        {onClose && <CloseButton ml="auto" aria-label={t('common:close')} onClick={onClose} />}
      </div>
      <div className={classes.views}>
        {as !== 'message' && <FormPane {...shown} masked={masked} />}
        {as !== 'form' && <MessagePane {...shown} receiver={receiver} />}
      </div>
    </section>
  );
}
