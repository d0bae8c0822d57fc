/**
 * The adverse events of a subject (specification 2 sections 2, 4 and 7): rows are checked in the order in which they enter
 * the case, the dry run shows what becomes of it, Sync begins the run and closes the dialog.
 */
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSelectable } from '../../../shared/sync/syncEvent.ts';
import { Dialog, GuardedButton, LoadingArea, useHeldDialog, useStartAgain } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { useMay } from '../../session/sessionStore.ts';
import { DryRunView } from './DryRunView.tsx';
import { EventLog } from './EventLog.tsx';
import { EventsTable } from './EventsTable.tsx';
import { RemovedEvent } from './RemovedEvent.tsx';
import { ResetSync } from './ResetSync.tsx';
import { checkedItems, selectionIn, type Selection } from './selection.ts';
import classes from './sync.module.css';
import { itemsQuery, type OpenEvent, type SyncItems } from './sync.queries.ts';
import { useBeginRun } from './useBeginRun.ts';
import { useDryRun } from './useDryRun.ts';
import { useSyncScope } from './useSyncScope.ts';

interface EventsDialogProps {
  opened: OpenEvent;
  onClose: () => void;
}

const WIDTH = 1140;

export function EventsDialog({ opened, onClose }: EventsDialogProps) {
  const items = useQuery(itemsQuery(useSyncScope(), opened));
  const { times, startAgain } = useStartAgain(items.refetch);
  return (
    <Dialog onClose={onClose} size={WIDTH} title={items.data?.SUBJ_ID ?? ''} closeOnClickOutside={false}>
      {items.error && <FailureNotice error={items.error} />}
      {items.data ? (
        <SubjectEvents
          key={times}
          subject={opened.subject}
          items={items.data}
          onChanged={startAgain}
          onClose={onClose}
        />
      ) : (
        !items.error && <LoadingArea />
      )}
    </Dialog>
  );
}

interface SubjectEventsProps extends Omit<EventsDialogProps, 'opened'> {
  subject: number;
  items: SyncItems;
  /** something else than a run changed the rows */
  onChanged: () => void;
}

function SubjectEvents({ subject, items, onChanged, onClose }: SubjectEventsProps) {
  const { t } = useTranslation('sync');
  const rows = items.listInfo;
  const mayEdit = useMay('EDIT.SYNC');
  const [checkedKeys, setCheckedKeys] = useState<Selection>([]);
  const selection = selectionIn(rows, checkedKeys);
  const checked = checkedItems(selection, rows);
  const chosen = rows.filter(({ EVENT_KEY }) => selection.includes(EVENT_KEY));
  const isOpen = chosen.some(({ SYNC }) => isSelectable(SYNC));
  const dryRun = useDryRun(subject, checked, isOpen);
  const run = useBeginRun(subject, onClose);
  useHeldDialog(run.isPending);
  const [first] = rows;
  const why = !isOpen ? t('why.nothing') : dryRun.why;
  return (
    <Stack gap="sm">
      <EventsTable {...{ items, selection }} onSelect={mayEdit ? setCheckedKeys : undefined} />
      {first?.SYNC === 'removed' && first.CASE_NO !== null && mayEdit && (
        <RemovedEvent item={first} onDecided={onChanged} />
      )}
      {isOpen && <DryRunView dryRun={dryRun} mayEdit={mayEdit} />}
      {first && <EventLog item={first} />}
      <Group justify="space-between" className={classes.foot}>
        {mayEdit ? <ResetSync items={chosen} onReset={onChanged} /> : <span />}
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
          {mayEdit && (
            <GuardedButton
              why={why}
              loading={run.isPending}
              onClick={() => run.mutate({ checked, ...dryRun.decisions })}
            >
              {t('sync')}
            </GuardedButton>
          )}
        </Group>
      </Group>
    </Stack>
  );
}
