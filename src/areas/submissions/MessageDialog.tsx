/** A frozen message as its receiver gets it: items, what differs from the message sent before, XML, and the CIOMS form. */
import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadReport } from '../../../shared/contract/index.ts';
import { downloadOrTell } from '../../feedback/downloadOrTell.ts';
import { DataTable, Dialog, LoadingArea } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { useMay } from '../../session/sessionStore.ts';
import { messageQuery, type Batch, type BatchMessage, type FrozenMessage } from './submissions.queries.ts';
import classes from './submissions.module.css';
import { useSubmissionScope } from './useSubmissionScope.ts';

const VIEWS = ['changes', 'items', 'xml'] as const;
type View = (typeof VIEWS)[number];
/** The form that receivers without E2B get of a case. */
const FORM = 'CIOMS';

interface ShowMessageProps {
  batch: Batch;
  message: BatchMessage;
}

/** Nothing before the batch is frozen. */
export function ShowMessage({ batch, message }: ShowMessageProps) {
  const { t } = useTranslation('submissions');
  const [opened, setOpened] = useState(false);
  if (batch.fileKey === null) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('message.showOf', { caseNo: message.caseNo })}
        onClick={() => setOpened(true)}
      >
        {t('message.show')}…
      </Button>
      {opened && <MessageDialog batch={batch} message={message} onClose={() => setOpened(false)} />}
    </>
  );
}

function MessageDialog({ batch, message, onClose }: ShowMessageProps & { onClose: () => void }) {
  const { t } = useTranslation('submissions');
  const mayReadCases = useMay('READ.CASE', 'EDIT.CASE');
  const read = useQuery(messageQuery(useSubmissionScope(), batch, message.seq));
  const [view, setView] = useState<View>('changes');
  return (
    <Dialog size="xl" onClose={onClose} title={t('message.title', { caseNo: message.caseNo })}>
      <Stack gap="sm">
        <Group justify="space-between">
          <SegmentedControl
            aria-label={t('message.views')}
            data={VIEWS.map((value) => ({ value, label: t(`message.view.${value}`) }))}
            value={view}
            onChange={(value) => setView(VIEWS.find((one) => one === value) ?? 'items')}
          />
          {mayReadCases && (
            <Button
              variant="default"
              onClick={() =>
                void downloadOrTell(downloadReport, {
                  params: { caseKey: message.caseKey, reportId: FORM },
                  // as the receiver would get it, and given to nobody
                  query: { receiver: batch.receiver, test: 'Y' },
                })
              }
            >
              {t('message.form')}
            </Button>
          )}
        </Group>
        {read.error && <Alert color="red">{failureText(read.error)}</Alert>}
        {read.data?.isCut && <Alert color="yellow">{t('message.cut')}</Alert>}
        {read.data ? <MessageView view={view} message={read.data} /> : !read.error && <LoadingArea />}
      </Stack>
    </Dialog>
  );
}

function MessageView({ view, message }: { view: View; message: FrozenMessage }) {
  const { t } = useTranslation('submissions');
  const { xml, items, before, changes } = message;
  const named = [
    { key: 'item', label: t('message.item'), render: (one: Named) => `${one.itemId} ${one.label}` },
    { key: 'row', label: t('message.row'), render: (one: Named) => one.row },
  ];
  if (view === 'xml')
    return (
      <pre className={classes.xml} tabIndex={0} aria-label={t('message.view.xml')}>
        {xml}
      </pre>
    );
  if (view === 'items')
    return (
      <DataTable
        label={t('message.view.items')}
        rows={items}
        rowKey={({ itemId, row }) => `${itemId} ${row}`}
        fullText
        columns={[...named, { key: 'value', label: t('message.value'), render: ({ value }) => value }]}
      />
    );
  if (!before) return <Text>{t('message.first')}</Text>;
  if (changes.length === 0) return <Text>{t('message.same', { batch: before.batchKey })}</Text>;
  return (
    <>
      <Text>{t('message.since', { batch: before.batchKey })}</Text>
      <DataTable
        label={t('message.view.changes')}
        rows={changes}
        rowKey={({ itemId, row }) => `${itemId} ${row}`}
        fullText
        columns={[
          ...named,
          { key: 'before', label: t('message.before'), render: (one) => one.before },
          { key: 'after', label: t('message.after'), render: (one) => one.after },
        ]}
      />
    </>
  );
}

type Named = Pick<FrozenMessage['items'][number], 'itemId' | 'label' | 'row'>;
