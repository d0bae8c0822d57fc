/** Pages with unsaved edits of earlier sessions on this device: the way to each, or its end. */
import { Button, CloseButton, Group, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { ConfirmDialog } from '../components/index.ts';
import { formatTime } from '../i18n/formatTime.ts';
import { useJournal, type Entry } from '../journal/index.ts';
import classes from './UnsavedEditsNotice.module.css';
import { Notice } from '../feedback/Notice.tsx';
import { useTimeZone } from '../app-context/routeContext.ts';

/** Sponsor and page of an address, without language and appendix. */
const pageKeyOf = (path: string): string => {
  const [, sponsorKey = '', , , , ...below] = path.split('/');
  return [sponsorKey, ...below].join('/');
};

export function UnsavedEditsNotice() {
  const { t } = useTranslation('journal');
  const timeZone = useTimeZone();
  const { pathname } = useLocation();
  const journal = useJournal();
  const [hidden, setHidden] = useState(false);
  const [discarding, setDiscarding] = useState<Entry | null>(null);
  const entries = useEntries();
  // the open page offers its own
  const elsewhere = entries.filter(({ path }) => pageKeyOf(path) !== pageKeyOf(pathname));
  if (hidden || elsewhere.length === 0 || typeof journal === 'string') return null;
  return (
    <div className={classes.kept}>
      <Notice tone="warning" icon={<IconHistory size={15} aria-hidden />} role="status">
        <Group gap="xs" wrap="nowrap">
          <strong>{t('list.title')}</strong>
          <CloseButton size="sm" aria-label={t('list.hide')} onClick={() => setHidden(true)} />
        </Group>
        <Stack gap={4}>
          {elsewhere.map((entry) => (
            <Group key={entry.id} gap="sm">
              <Link to={entry.path}>{entry.title}</Link>
              <span>
                {t('list.changes', { count: entry.count })}, {formatTime(entry.at, timeZone)}
              </span>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('list.discardOf', { title: entry.title })}
                onClick={() => setDiscarding(entry)}
              >
                {t('list.discard')}
              </Button>
            </Group>
          ))}
        </Stack>
        {discarding && (
          <ConfirmDialog
            opened
            danger
            title={t('list.discardTitle')}
            message={t('list.discardText', {
              title: discarding.title,
              at: formatTime(discarding.at, timeZone),
            })}
            confirmLabel={t('list.discard')}
            onConfirm={() => {
              void journal.remove(discarding.id);
              setDiscarding(null);
            }}
            onCancel={() => setDiscarding(null)}
          />
        )}
      </Notice>
    </div>
  );
}

/** What the journal has to offer now. */
function useEntries(): readonly Entry[] {
  const journal = useJournal();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    if (typeof journal === 'string') return;
    const read = () =>
      journal
        .entries()
        .then(setEntries, (error: unknown) => console.warn('kept edits could not be looked for', error));
    void read();
    const stop = journal.subscribe(() => void read());
    return () => {
      stop();
      setEntries([]);
    };
  }, [journal]);
  return entries;
}
