/** A case as its E2B(R3) message. */
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { EmptyState, LoadingArea } from '../../../components/index.ts';
import { LINES_SHOWN } from '../../../report-view/lineTree.ts';
import { MessageLines } from '../../../report-view/MessageLines.tsx';
import { useMessageLines } from '../../../report-view/useMessageLines.ts';
import classes from './ReportPane.module.css';
import type { ShownCase } from './shownCase.ts';
import { useReportView } from './useReportView.ts';

interface MessagePaneProps extends ShownCase {
  /** who gets it; null: nobody in particular */
  receiver: string | null;
}

export function MessagePane({ caseKey, drawn, failed, lit, changed, onOpen, receiver }: MessagePaneProps) {
  const { t } = useTranslation('report');
  const { language } = useRouteContext();
  const [{ lines: shown }, setView] = useReportView();
  const message = useMessageLines(caseKey, drawn?.content ?? null, receiver);
  const items = drawn?.catalogue.items;
  const labelOf = useCallback(
    (itemId: string) => {
      const item = items?.[itemId];
      return item ? `${itemId} ${wordsIn(item.label, language)}` : itemId;
    },
    [items, language],
  );
  const hasFailed = failed || message.failed;
  return (
    <div className={classes.view} aria-busy={message.isOld || undefined}>
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('lines.label')}
          data={LINES_SHOWN.map((value) => ({ value, label: t(`lines.${value}`) }))}
          value={shown}
          onChange={(value) => setView({ lines: LINES_SHOWN.find((one) => one === value) ?? 'labelled' })}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t('messageHint')}
      </Text>
      {message.lines && <MessageLines lines={message.lines} {...{ shown, labelOf, lit, changed, onOpen }} />}
      {!message.lines && hasFailed && <EmptyState title={t('failed')} />}
      {!message.lines && !hasFailed && <LoadingArea />}
    </div>
  );
}
