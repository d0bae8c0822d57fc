/** The dialog of sponsor and sender inside the frame, and the way to another one. */
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../session/sessionStore.ts';
import { useLeave } from '../LeaveGuard.tsx';
import {
  ADMIN_PREFIX,
  pathIn,
  defaultContextOf,
  useRouteContext,
  type RouteContext,
} from '../../app-context/routeContext.ts';
import { SponsorDialog } from './SponsorDialog.tsx';
import { discardChanges } from '../../app-context/unsavedChanges.ts';

type Choice = Pick<RouteContext, 'sponsorKey' | 'sessionSenderKey'>;

const isSame = (one: Choice, other: Choice): boolean =>
  one.sponsorKey === other.sponsorKey && one.sessionSenderKey === other.sessionSenderKey;

export interface SponsorSwitchProps {
  opened: boolean;
  onClose: () => void;
}

export function SponsorSwitch({ opened, onClose }: SponsorSwitchProps) {
  const session = useSession();
  const context = useRouteContext();
  const navigate = useNavigate();
  const leave = useLeave();
  if (!opened) return null;
  // what was changed belongs to the sponsor that is left; so does what was read, see useSessionOfPlace
  const go = (path: string) => {
    discardChanges();
    void navigate(path);
  };
  const choose = (choice: Choice) => {
    onClose();
    if (!context.isAdmin && isSame(choice, context)) return;
    leave(() => go(pathIn({ ...defaultContextOf(session), ...choice }, 'home')));
  };
  return (
    <SponsorDialog
      session={session}
      chosen={session.takesPart ? defaultContextOf(session) : null}
      onClose={onClose}
      onChoose={(sponsorKey, sessionSenderKey) => choose({ sponsorKey, sessionSenderKey })}
      onSystem={
        context.isAdmin
          ? undefined
          : () => {
              onClose();
              leave(() => go(ADMIN_PREFIX));
            }
      }
    />
  );
}
