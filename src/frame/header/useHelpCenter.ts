/** Going to the help center, see machines/help-center. */
import { useMachine } from '@xstate/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fromPromise } from 'xstate';
import { helpCenterMachine } from '../../../machines/help-center/helpCenter.machine.ts';
import { readHelpDeskToken } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { showInfo } from '../../components/index.ts';
import { showFailure } from '../../feedback/showFailure.ts';
import { POLICY_AGREED, POLICY_WINDOW } from './outside.ts';
import { usePopup } from './usePopup.ts';

/** Opens a page in a tab that knows nothing of us. False where the browser did not let it open. */
function openTab(url: string): boolean {
  // `noopener` would not answer whether it opened. Still empty it forgets us, so that the page never sees who opened it
  const tab = window.open('', '_blank');
  if (!tab) return false;
  tab.opener = null;
  tab.location.href = url;
  return true;
}

/** What a button for the help center does, and whether it is under way. */
export function useHelpCenter(): { open: () => void; busy: boolean } {
  const { t } = useTranslation('help');
  const policy = usePopup('policy', (data) =>
    send({ type: 'policy.answered', agreed: data === POLICY_AGREED }),
  );
  const machine = useMemo(
    () =>
      helpCenterMachine.provide({
        actors: { askHelpCenter: fromPromise(({ signal }) => call(readHelpDeskToken, { signal })) },
        actions: {
          openHelpCenter: (_, { url }) => {
            // the click that opens a tab was made in the window of the policy, if there was one
            if (openTab(url)) policy.close();
            else if (!policy.lead(url)) showInfo(t('blocked'));
          },
          openPolicy: (_, { url }) => {
            if (!policy.open(url, POLICY_WINDOW)) showInfo(t('blocked'));
          },
          closePolicy: () => policy.close(),
          showFailed: (_, { error }) => showFailure(error),
        },
      }),
    [policy, t],
  );
  const [state, send] = useMachine(machine);
  return { open: () => send({ type: 'help.requested' }), busy: state.matches('asking') };
}
