/** Above the editor: what one should know of the open file. */
import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../../app-context/routeContext.ts';
import type { DataOf, readSchemaFiles } from '../../../shared/contract/index.ts';
import { showFailure } from '../../feedback/showFailure.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { useSession } from '../../session/sessionStore.ts';
import { isChanged } from './fileKinds.ts';
import type { WorkingCopy, WorkingFile } from './working/workingCopy.ts';

export interface FileNotesProps {
  file: WorkingFile | undefined;
  copy: WorkingCopy;
  mayEdit: boolean;
  onMerge: () => void;
  /** of files on disk that could not be taken */
  problems: DataOf<typeof readSchemaFiles>['problems'];
}

export function FileNotes({ file, copy, mayEdit, onMerge, problems }: FileNotesProps) {
  const { t } = useTranslation('studio');
  const { userName } = useSession();
  const timeZone = useTimeZone();
  if (!file) return null;
  const settle = (keep: 'mine' | 'theirs') =>
    void copy.settle(file.file, keep).catch((error: unknown) => showFailure(error, 'SUBMIT_FAIL'));
  const onDisk = problems.find((problem) => problem.file === file.file);
  const isOthers = file.draftBy !== null && file.draftBy !== userName;
  return (
    <>
      {file.keeping === 'overtaken' && (
        <Alert color="yellow" radius={0} p="xs" title={t('notes.overtakenTitle')}>
          <Group gap="xs">
            {t('notes.overtaken')}
            <Button size="compact-xs" variant="default" onClick={() => settle('theirs')}>
              {t('notes.takeTheirs')}
            </Button>
            <Button size="compact-xs" onClick={() => settle('mine')}>
              {t('notes.keepMine')}
            </Button>
          </Group>
        </Alert>
      )}
      {file.outdated && file.keeping !== 'overtaken' && mayEdit && (
        <Alert color="yellow" radius={0} p="xs" title={t('notes.outdatedTitle')}>
          <Group gap="xs">
            {t('notes.outdated')}
            <Button size="compact-xs" onClick={onMerge}>
              {t('merge.open')}
            </Button>
          </Group>
        </Alert>
      )}
      {isOthers && file.draftAt !== null && file.keeping === 'kept' && (
        <Alert color="ink" radius={0} p="xs">
          {t('notes.draftOf', { name: file.draftBy, time: formatTime(file.draftAt, timeZone) })}
        </Alert>
      )}
      {file.text === null && isChanged(file) && (
        <Alert color="yellow" radius={0} p="xs">
          {t('notes.takenOut')}
        </Alert>
      )}
      {file.origin === 'disk' && isChanged(file) && mayEdit && (
        <Alert color="ink" radius={0} p="xs">
          {t('notes.onDisk')}
        </Alert>
      )}
      {onDisk && (
        <Alert color="red" radius={0} p="xs">
          {t('notes.diskProblem', { line: onDisk.line, column: onDisk.column, message: onDisk.message })}
        </Alert>
      )}
    </>
  );
}
