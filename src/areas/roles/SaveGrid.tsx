/** The foot of a grid of all roles: how much was changed, discarding it, and saving it with the differences and a reason. */
import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app-context/unsavedChanges.ts';
import { GuardedButton, ReasonDialog } from '../../components/index.ts';
import { attemptProps } from '../../feedback/reasonProps.ts';
import { useSaveRole } from './useSaveRole.ts';

interface SaveGridProps {
  /** roles that were changed */
  count: number;
  saveLabel: string;
  title: string;
  differences: ReactNode;
  store: (reason: string) => Promise<unknown>;
  /** forgets the edits: they are discarded, or saved */
  onClear: () => void;
}

export function SaveGrid({ count, saveLabel, title, differences, store, onClear }: SaveGridProps) {
  const { t } = useTranslation('roles');
  const [asking, setAsking] = useState(false);
  useUnsavedChanges(count > 0, onClear);
  const save = useSaveRole(store, () => {
    onClear();
    setAsking(false);
  });
  return (
    <>
      <Group justify="flex-end">
        <span role="status">{t('privileges.changed', { count })}</span>
        <Button variant="default" disabled={count === 0} onClick={onClear}>
          {t('discard')}
        </Button>
        <GuardedButton why={count === 0 ? t('unchanged') : null} onClick={() => setAsking(true)}>
          {saveLabel}
        </GuardedButton>
      </Group>
      <ReasonDialog
        {...attemptProps(save, () => setAsking(false))}
        opened={asking}
        title={title}
        size="lg"
        note={differences}
        confirmLabel={t('save')}
      />
    </>
  );
}
