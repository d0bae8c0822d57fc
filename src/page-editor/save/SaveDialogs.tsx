/** The dialogs of a save: the reason, and the items that another user changed. */
import { useTranslation } from 'react-i18next';
import { SAVE_REASONS, type SaveReason } from '../../../machines/save/save.machine.ts';
import { ReasonDialog } from '../../components/index.ts';
import { useReasons } from '../../session/ownReasons.ts';
import { useSession } from '../../session/sessionStore.ts';
import { StaleDialog, type StaleDialogProps } from './StaleDialog.tsx';
import type { useSave } from './useSave.ts';

export interface SaveDialogsProps
  extends
    Pick<ReturnType<typeof useSave>, 'state' | 'send'>,
    Pick<StaleDialogProps, 'sessionAt' | 'catalogue' | 'language'> {}

/** At most one of them is open. */
export function SaveDialogs({ state, send, ...page }: SaveDialogsProps) {
  const { t } = useTranslation('editor');
  const options = useReasons(
    'edit',
    SAVE_REASONS.map((reason: SaveReason) => ({ value: reason, label: t(`save.reasons.${reason}`) })),
  );
  const { saveReason, reasons } = useSession();
  // reasons of the sponsor are not known: none of them is selected
  const usual = reasons['edit'] ? null : state.context.usual;
  if (state.matches('askingReason'))
    return (
      <ReasonDialog
        opened
        title={t('save.reasonTitle')}
        options={options}
        {...(saveReason === 'inferred' && { preset: usual })}
        onConfirm={(reason) => send({ type: 'reason.given', reason })}
        onCancel={() => send({ type: 'reason.cancelled' })}
      />
    );
  if (!state.matches('conflict')) return null;
  return (
    <StaleDialog
      {...page}
      stale={state.context.stale}
      onAnswer={(takeTheirs) => send({ type: 'conflict.answered', takeTheirs })}
      onClose={() => send({ type: 'conflict.closed' })}
    />
  );
}
