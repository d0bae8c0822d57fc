/** One import: being read, decided about, imported, or over. */
import { Anchor, Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  commandImport,
  fetchCommentedFile,
  readImportFiles,
  type IMPORT_COMMANDS,
  type ImportRun,
} from '../../../shared/contract/index.ts';
import { call, download } from '../../api/index.ts';
import { usePathTo, useTimeZone } from '../../app-context/routeContext.ts';
import { LoadingArea } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { formatTime } from '../../i18n/formatTime.ts';
import { DecisionTable } from './DecisionTable.tsx';
import { IMPORTS, isAtWork, namesOf, runQuery } from './importRuns.queries.ts';
import { Outcomes } from './Outcomes.tsx';
import { useImportScope } from './useImportScope.ts';
import classes from './ImportPage.module.css';

/** Its messages become cases, or have. */
const HAS_OUTCOMES: readonly ImportRun['state'][] = ['stopped', 'done', 'closed'];

interface RunViewProps {
  runKey: string;
  onLeave: () => void;
}

export function ImportRunView({ runKey, onLeave }: RunViewProps) {
  const { t } = useTranslation('import');
  const run = useQuery(runQuery(useImportScope(), runKey));
  const act = useCommands(runKey, onLeave);
  if (run.error)
    return (
      <>
        <FailureNotice error={run.error} />
        <Button variant="default" mt="sm" onClick={onLeave}>
          {t('other')}
        </Button>
      </>
    );
  if (!run.data) return <LoadingArea />;
  const { state, error } = run.data;
  return (
    <>
      <SameFiles run={run.data} />
      {isAtWork(run.data) && <AtWork run={run.data} onCancel={() => act.command('cancel')} />}
      {(state === 'failed' || state === 'receiving') && (
        <Notice
          tone={state === 'failed' ? 'error' : 'warning'}
          title={t(state === 'failed' ? 'failed.reading' : 'failed.receiving')}
          role="alert"
        >
          {error ?? namesOf(run.data)}
          <Group mt="xs">
            <Button onClick={act.read}>{t(state === 'failed' ? 'failed.again' : 'failed.read')}</Button>
            <Button variant="default" onClick={() => act.command('cancel')}>
              {t('discard')}
            </Button>
          </Group>
        </Notice>
      )}
      {state === 'stopped' && <Stopped run={run.data} act={act.command} />}
      {(state === 'done' || state === 'closed') && <Ended run={run.data} onLeave={onLeave} />}
      <CommentedFiles run={run.data} />
      {HAS_OUTCOMES.includes(state) && <Outcomes run={run.data} />}
      {state === 'deciding' && (
        <DecisionTable run={run.data} onRead={act.read} onDiscard={() => act.command('cancel')} />
      )}
    </>
  );
}

type Command = (typeof IMPORT_COMMANDS)[number];

function useCommands(runKey: string, onLeave: () => void) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: IMPORTS });
  const command = useMutation({
    mutationFn: (name: Command) => call(commandImport, { params: { runKey, command: name } }),
    onSuccess: (run) => {
      // nothing is left of it
      if (run === null) onLeave();
    },
    onSettled: refresh,
  });
  const read = useMutation({
    mutationFn: () => call(readImportFiles, { params: { runKey } }),
    onSettled: refresh,
  });
  return { command: command.mutate, read: () => read.mutate() };
}

function AtWork({ run, onCancel }: { run: ImportRun; onCancel: () => void }) {
  const { t } = useTranslation('import');
  const { state, progress, imported, refused, chosen } = run;
  const isImporting = state === 'importing';
  const done = imported + refused;
  const percent = Math.round(100 * (isImporting ? done / Math.max(1, chosen) : (progress?.share ?? 0)));
  return (
    <div className={classes.working} role="status">
      <Text size="sm">
        {isImporting
          ? t('atWork.importing', { done, total: chosen })
          : t('atWork.reading', { percent, count: progress?.messages ?? 0 })}
      </Text>
      <Progress value={percent} animated aria-label={t(isImporting ? 'importProgress' : 'readProgress')} />
      <Text size="xs" c="dimmed">
        {t(isImporting ? 'atWork.keeps' : 'atWork.nothingWritten')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t(isImporting ? 'stop' : 'common:cancel')}
        </Button>
      </Group>
    </div>
  );
}

function Stopped({ run, act }: { run: ImportRun; act: (command: Command) => void }) {
  const { t } = useTranslation('import');
  const { imported, chosen, error } = run;
  return (
    <Notice tone="warning" title={t('stopped.title', { done: imported, total: chosen })} role="alert">
      {error ?? t('stopped.text')}
      <Group mt="xs">
        <Button onClick={() => act('continue')}>{t('stopped.continue')}</Button>
        <Button variant="default" onClick={() => act('close')}>
          {t('stopped.close')}
        </Button>
      </Group>
      <Histories run={run} />
    </Notice>
  );
}

function Ended({ run, onLeave }: { run: ImportRun; onLeave: () => void }) {
  const { t } = useTranslation('import');
  const { imported, refused, messages } = run;
  const skipped = messages - imported - refused;
  return (
    <Notice
      tone={refused > 0 || imported === 0 ? 'warning' : 'success'}
      title={t('ended.title', { count: imported })}
      role="status"
    >
      {refused > 0 && <div>{t('ended.refused', { count: refused })}</div>}
      {skipped > 0 && <div>{t('ended.skipped', { count: skipped })}</div>}
      <Histories run={run} />
      <Group mt="xs">
        <Button variant="default" onClick={onLeave}>
          {t('other')}
        </Button>
      </Group>
    </Notice>
  );
}

/** What became of each message, and the acknowledgements, are in the history of each file. */
function Histories({ run: { files } }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  const to = usePathTo();
  return (
    <ul className={classes.plain}>
      {files.map(
        ({ dataKey, fileName }) =>
          dataKey !== null && (
            <li key={dataKey}>
              <Anchor component={Link} to={to(`data/history/${dataKey}/import-detail`)}>
                {t('ended.history', { file: fileName })}
              </Anchor>
            </li>
          ),
      )}
    </ul>
  );
}

/** Spreadsheets with cells that cannot be read: copies that say at the cells what to correct. */
function CommentedFiles({ run: { runKey, files } }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  const fetch = useMutation({
    mutationFn: (fileNo: number) => download(fetchCommentedFile, { params: { runKey, fileNo } }),
    meta: { ownFailure: true },
  });
  const commented = files.filter(({ hasComments }) => hasComments);
  if (commented.length === 0) return null;
  return (
    <Notice tone="warning" title={t('sheets.unreadable')}>
      {t('sheets.correct')}
      <Group gap="xs" mt="xs">
        {commented.map(({ fileNo, fileName }) => (
          <Button
            key={fileNo}
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => fetch.mutate(fileNo)}
          >
            {t('sheets.commented', { file: fileName })}
          </Button>
        ))}
      </Group>
      <FailureNotice error={fetch.error} />
    </Notice>
  );
}

function SameFiles({ run: { files, state } }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  const to = usePathTo();
  const timeZone = useTimeZone();
  const same = files.flatMap(({ fileName, earlier }) => earlier.map((other) => ({ ...other, fileName })));
  if (same.length === 0 || state === 'done' || state === 'closed') return null;
  return (
    <Notice tone="warning" title={t('same.title')}>
      <ul className={classes.plain}>
        {same.map(({ fileName, dataKey, at, userId }) => (
          <li key={`${fileName} ${dataKey}`}>
            <Anchor component={Link} to={to(`data/history/${dataKey}/import-detail`)}>
              {t('same.file', { file: fileName, at: formatTime(at, timeZone), user: userId })}
            </Anchor>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
