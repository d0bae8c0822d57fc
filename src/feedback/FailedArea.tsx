/** Takes the place of a part that could not be shown: what happened, and what the user can do. */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../api/index.ts';
import { useKeepsEdits } from '../journal/index.ts';
import classes from './FailedArea.module.css';
import { reloadAtRequested } from '../app-context/reload.ts';
import { failureReference, failureText } from './showFailure.ts';

interface FailedWordsProps {
  error: unknown;
  onRetry: () => void;
  /** another way on */
  more?: ReactNode;
}

interface FailedAreaProps extends FailedWordsProps {
  kind: 'page' | 'panel';
}

/** In place of a page or of a part of it. */
export function FailedArea({ kind, ...words }: FailedAreaProps) {
  const { t } = useTranslation('failures');
  const Heading = kind === 'page' ? 'h1' : 'h2';
  return (
    <div role="alert" className={classes.failed} data-kind={kind}>
      <Heading>{t(`area.${kind}`)}</Heading>
      <FailedWords {...words} />
    </div>
  );
}

/** The text below the title, and the ways on. */
export function FailedWords({ error, onRetry, more }: FailedWordsProps) {
  const { t } = useTranslation('failures');
  const keepsEdits = useKeepsEdits();
  // a call says what happened; an error of the page was reported
  const isCall = error instanceof CallFailure;
  return (
    <>
      <p>{isCall ? failureText(error) : t('area.text')}</p>
      {keepsEdits && <p>{t('area.kept')}</p>}
      {/* for the support staff; it stays on this screen */}
      {isCall ? (
        <p className={classes.error}>{failureReference(error)}</p>
      ) : (
        <p className={classes.error} lang="en">
          {error instanceof Error ? `${error.name}: ${error.message}` : String(error)}
        </p>
      )}
      <Group gap="xs">
        <Button onClick={onRetry}>{t('area.retry')}</Button>
        <Button variant="default" onClick={() => void reloadAtRequested()}>
          {t('area.reload')}
        </Button>
        {more}
      </Group>
    </>
  );
}
