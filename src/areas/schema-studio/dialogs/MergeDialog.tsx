/** Shows what was published since a draft was begun beside the draft, and merges both. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { mergeSources, type ContestedPlace, type Side } from '../../../../shared/schemas/mergeSources.ts';
import { Dialog } from '../../../components/index.ts';
import { TextDiff } from '../panels/TextDiff.tsx';
import type { WorkingFile } from '../working/workingCopy.ts';
import styles from './dialogs.module.css';

export interface MergeDialogProps {
  /** undefined, or not outdated: nothing is asked */
  file: WorkingFile | undefined;
  /** the text to go on with */
  onMerge: (text: string | null) => void;
  onClose: () => void;
}

export function MergeDialog({ file, onMerge, onClose }: MergeDialogProps) {
  const { t } = useTranslation('studio');
  if (!file?.outdated) return null;
  return (
    <Dialog size="70rem" title={t('merge.title', { file: file.file })} onClose={onClose}>
      <BothChanges file={file} base={file.outdated.base} onMerge={onMerge} />
    </Dialog>
  );
}

const SIDES: readonly Side[] = ['theirs', 'mine'];

function BothChanges({
  file: { file, active, text },
  base,
  onMerge,
}: Pick<MergeDialogProps, 'onMerge'> & { file: WorkingFile; base: string | null }) {
  const { t } = useTranslation('studio');
  const merged = useMemo(() => {
    if (base === null || active === null || text === null) return null;
    const texts = { base, theirs: active, mine: text };
    return { theirs: mergeSources(file, texts, 'theirs'), mine: mergeSources(file, texts, 'mine') };
  }, [file, base, active, text]);
  const contested = merged?.mine?.contested;
  return (
    <>
      <p>{t('merge.why')}</p>
      <ul className={styles.diffs}>
        <li>
          <TextDiff file={file} before={base} after={active} note={t('merge.theirs')} />
        </li>
        <li>
          <TextDiff file={file} before={base} after={text} note={t('merge.mine')} />
        </li>
      </ul>
      <p role="status">{contested ? t('merge.contested', { count: contested.length }) : t('merge.cannot')}</p>
      {contested && contested.length > 0 && <ContestedPlaces places={contested} />}
      <div className={styles.buttons}>
        {contested?.length === 0 ? (
          <Button data-autofocus onClick={() => onMerge(merged?.mine?.text ?? text)}>
            {t('merge.both')}
          </Button>
        ) : (
          SIDES.map((side) => (
            <Button
              key={side}
              variant="default"
              onClick={() => onMerge(merged?.[side]?.text ?? { theirs: active, mine: text }[side])}
            >
              {t(`merge.${contested ? 'winner' : 'only'}.${side}`)}
            </Button>
          ))
        )}
      </div>
    </>
  );
}

/** More than that of a value, or of places, is read in the differences. */
const SHOWN_LENGTH = 120;
const SHOWN_PLACES = 20;

function ContestedPlaces({ places }: { places: readonly ContestedPlace[] }) {
  const { t } = useTranslation('studio');
  const shown = (value: string | null): string =>
    value === null ? t('merge.nothing') : value.replaceAll(/\s+/g, ' ').slice(0, SHOWN_LENGTH);
  return (
    <ul aria-label={t('merge.places')}>
      {places.slice(0, SHOWN_PLACES).map(({ path, theirs, mine }) => (
        <li key={path}>{t('merge.place', { path, theirs: shown(theirs), mine: shown(mine) })}</li>
      ))}
    </ul>
  );
}
