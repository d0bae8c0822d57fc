/** The dialogs of a save of a case page: the warning of a disconnected version, and those of every page. */
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import {
  SaveDialogs as PageSaveDialogs,
  type SaveDialogsProps as PageSaveDialogsProps,
} from '../../../page-editor/save/SaveDialogs.tsx';
import { DisconnectDialog } from './DisconnectDialog.tsx';

export interface SaveDialogsProps extends PageSaveDialogsProps {
  caseNo: string;
}

/** At most one of them is open. */
export function SaveDialogs({ state, send, caseNo, ...page }: SaveDialogsProps) {
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
  return <PageSaveDialogs state={state} send={send} {...page} />;
}
