/** A case on the screen as it goes out, as a report, as its message, or as both. */
import { CloseButton, SegmentedControl, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
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
        {onClose && <CloseButton ml="auto" aria-label={t('common:close')} onClick={onClose} />}
      </div>
      <div className={classes.views}>
        {as !== 'message' && <FormPane {...shown} />}
        {as !== 'form' && <MessagePane {...shown} />}
      </div>
    </section>
  );
}
