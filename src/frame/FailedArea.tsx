/** What stands where something could not be shown: what happened, and what can be done. */
import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useJournal } from '../journal/index.ts';
import classes from './FailedArea.module.css';
import { reloadAtWanted } from './reload.ts';

export type AreaKind = 'page' | 'panel' | 'dialog';

interface FailedAreaProps {
  kind: AreaKind;
  error: unknown;
  onRetry: () => void;
  /** of a dialog: gives it up */
  onClose?: () => void;
  /** another way on */
  more?: ReactNode;
}

/** Heading and words of a page or a panel; a dialog has its title above. */
export function FailedArea({ kind, error, onRetry, onClose, more }: FailedAreaProps) {
  const { t } = useTranslation('failures');
  const title = t(`area.${kind}`);
  const words = (
    <>
      <Words error={error} />
      <Group gap="xs">
        <Button onClick={onRetry}>{t('area.retry')}</Button>
        <Button variant="default" onClick={() => void reloadAtWanted()}>
          {t('area.reload')}
        </Button>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            {t('area.close')}
          </Button>
        )}
        {more}
      </Group>
    </>
  );
  if (kind === 'dialog' && onClose)
    return (
      <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('area.close') }}>
        <div className={classes.inside}>{words}</div>
      </Modal>
    );
  const Heading = kind === 'page' ? 'h1' : 'h2';
  return (
    <div role="alert" className={classes.failed} data-kind={kind}>
      <Heading>{title}</Heading>
      {words}
    </div>
  );
}

function Words({ error }: { error: unknown }) {
  const { t } = useTranslation('failures');
  const kept = typeof useJournal() !== 'string';
  return (
    <>
      <p>
        {t('area.text')} {kept && t('area.kept')}
      </p>
      {/* for whoever is asked for help; it stays on this screen */}
      <p className={classes.error} lang="en">
        {error instanceof Error ? `${error.name}: ${error.message}` : String(error)}
      </p>
    </>
  );
}
