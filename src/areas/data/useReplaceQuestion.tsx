/** Opens another question in the builder. */
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/index.ts';
import { openDialog } from '../../dialogs/index.ts';
import { currentDraft, hasChanges, openQuestion, type Opened } from './draft.ts';

/** Asks before changes of the question that is being built are lost. The promise tells whether the other one was opened. */
export function useReplaceQuestion(): (next: Opened) => Promise<boolean> {
  const { t } = useTranslation('frame');
  return async (next) => {
    const isAgreed =
      !hasChanges(currentDraft()) ||
      (await openDialog<boolean>(
        (answer) => (
          <ConfirmDialog
            opened
            title={t('leave.title')}
            message={t('leave.message')}
            confirmLabel={t('leave.discard')}
            danger
            onConfirm={() => answer(true)}
            onCancel={() => answer(false)}
          />
        ),
        false,
      ));
    if (isAgreed) openQuestion(next);
    return isAgreed;
  };
}
