/** Saves a part of the settings after asking for the reason, and reads the settings again. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { leaveWithoutAsking, useUnsavedChanges } from '../../app-context/unsavedChanges.ts';
import { ReasonDialog, showSuccess } from '../../components/index.ts';
import { attemptProps } from '../../feedback/reasonProps.ts';
import { settingsKey } from './settings.queries.ts';

export interface SavedForm {
  /** whether it differs from what is stored: then leaving it asks */
  dirty: boolean;
  /** fills the form from what is stored */
  onDiscard: () => void;
  store: (reason: string) => Promise<unknown>;
  /** shown above the reason */
  note?: ReactNode;
}

/** `ask` opens the dialog, which stays open with the failure where `store` fails. */
export function useSaveWithReason({ dirty, onDiscard, store, note }: SavedForm): {
  ask: () => void;
  dialog: ReactNode;
} {
  const { t } = useTranslation('settings');
  useUnsavedChanges(dirty, onDiscard);
  const { sponsorKey } = useRouteContext();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const save = useMutation({
    mutationFn: store,
    onSuccess: async () => {
      leaveWithoutAsking();
      showSuccess(t('done'));
      // the dialog goes with the form, which is filled from what was stored: what would be typed in between would be lost
      await queries.invalidateQueries({ queryKey: settingsKey(sponsorKey) });
      setAsking(false);
    },
  });
  return {
    ask: () => setAsking(true),
    dialog: (
      <ReasonDialog
        {...attemptProps(save, () => setAsking(false))}
        opened={asking}
        title={t('saveTitle')}
        note={note}
      />
    ),
  };
}
