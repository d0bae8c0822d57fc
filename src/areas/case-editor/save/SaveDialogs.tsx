/** The dialogs of a save: the warning of a disconnected version, the reason, and the items another user changed. */
import { useTranslation } from 'react-i18next';
import { SAVE_REASONS, type SaveReason } from '../../../../machines/save/save.machine.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { ReasonDialog } from '../../../components/index.ts';
import { DisconnectDialog } from './DisconnectDialog.tsx';
import { StaleDialog, type StaleDialogProps } from './StaleDialog.tsx';
import type { useSave } from './useSave.ts';

export interface SaveDialogsProps
  extends
    Pick<ReturnType<typeof useSave>, 'state' | 'send'>,
    Pick<StaleDialogProps, 'sessionAt' | 'catalogue' | 'language'> {
  caseNo: string;
}

/** At most one of them is open. */
export function SaveDialogs({ state, send, caseNo, ...page }: SaveDialogsProps) {
  const { t } = useTranslation('editor');
  if (state.matches('warning'))
    return (
      <DisconnectDialog
        others={state.context.otherVersions}
        caseNo={caseNo}
        session={page.sessionAt(addressAt(page.catalogue.roles['caseNumber'] ?? '', []))}
        catalogue={page.catalogue}
        onConfirm={() => send({ type: 'disconnect.confirmed' })}
        onCancel={() => send({ type: 'disconnect.cancelled' })}
      />
    );
  if (state.matches('askingReason'))
    return (
      <ReasonDialog
        opened
        title={t('save.reasonTitle')}
        options={SAVE_REASONS.map((reason: SaveReason) => ({
          value: reason,
          label: t(`save.reasons.${reason}`),
        }))}
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
