/** What differs from what is in use, file by file, to be ticked for publication. */
import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/sessionStore.ts';
import { ownerOf } from '../fileKinds.ts';
import { TextDiff } from '../panels/TextDiff.tsx';
import type { WorkingFile } from '../working/workingCopy.ts';
import styles from './dialogs.module.css';

export interface ChangedFilesProps {
  files: readonly WorkingFile[];
  ticked: ReadonlySet<string>;
  onTick: (ticked: ReadonlySet<string>) => void;
  /** of a file that another text was published of since */
  onMerge: (file: string) => void;
}

export function ChangedFiles({ files, ticked, onTick, onMerge }: ChangedFilesProps) {
  const { t } = useTranslation('studio');
  const { userName } = useSession();
  const turn = (file: string) =>
    onTick(new Set(files.map((one) => one.file).filter((one) => ticked.has(one) !== (one === file))));
  return (
    <ul className={styles.diffs} aria-label={t('publish.files')}>
      {files.map((one) => (
        <li key={one.file} className={styles.change}>
          <Checkbox
            aria-label={t('publish.tick', { file: one.file })}
            checked={ticked.has(one.file)}
            onChange={() => turn(one.file)}
          />
          <div>
            {one.outdated && (
              <Button size="compact-xs" variant="default" onClick={() => onMerge(one.file)}>
                {t('merge.open')}
              </Button>
            )}
            <TextDiff
              file={one.file}
              before={one.active}
              after={one.text}
              note={t(`publish.owner.${ownerOf(one, userName)}`, { name: one.draftBy })}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
