/** A case as its E2B(R3) message. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState, LoadingArea } from '../../../components/index.ts';
import { MessageLines } from '../../../report-view/MessageLines.tsx';
import { useMessageLines } from '../../../report-view/useMessageLines.ts';
import classes from './ReportPane.module.css';
import type { ShownCase } from './shownCase.ts';

export function MessagePane({ caseKey, drawn, failed, lit, changed, onOpen }: ShownCase) {
  const { t } = useTranslation('report');
  const message = useMessageLines(caseKey, drawn?.content ?? null);
  const hasFailed = failed || message.failed;
  return (
    <div className={classes.view} aria-busy={message.isOld || undefined}>
      <Text size="xs" c="dimmed">
        {t('messageHint')}
      </Text>
      {message.lines && <MessageLines lines={message.lines} {...{ lit, changed, onOpen }} />}
      {!message.lines && hasFailed && <EmptyState title={t('failed')} />}
      {!message.lines && !hasFailed && <LoadingArea />}
    </div>
  );
}
