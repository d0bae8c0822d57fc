/** The one guard of unsaved changes: every way out of a page passes here (a router keeps a single blocker only). */
import { useMachine } from '@xstate/react';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { leaveGuardMachine } from '../../machines/leave-guard/leaveGuard.machine.ts';
import { ConfirmDialog } from '../components/index.ts';
import { stopsLeaving } from '../components/leaveStops.ts';
import { closeUppermostDialog, isDialogOpen } from '../components/openDialogs.ts';
import { discardChanges, hasUnsavedChanges, losesChanges } from '../app-context/unsavedChanges.ts';

interface Way {
  proceed: () => void;
  stay: () => void;
}

const LeaveContext = createContext<(go: () => void) => void>((go) => go());

/**
 * For exits that are not a navigation (log out, another sponsor): runs `go` after the user has confirmed that unsaved
 * edits may be lost.
 */
export const useLeave = (): ((go: () => void) => void) => useContext(LeaveContext);

/** The screen of an address: its path, and of the query only the page of a record and the view of a page. */
function screenOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search);
  return [pathname, query.get('page') ?? '', query.get('view') ?? ''].join(' ');
}

export function LeaveGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation('frame');
  const way = useRef<Way | null>(null);
  const machine = useMemo(
    () =>
      leaveGuardMachine.provide({
        actions: { discardChanges, proceed: () => way.current?.proceed(), stay: () => way.current?.stay() },
      }),
    [],
  );
  const [state, send] = useMachine(machine);
  const ask = useCallback(
    (next: Way) => {
      way.current = next;
      send({ type: 'leave.requested', dirty: hasUnsavedChanges() });
    },
    [send],
  );
  /** what stops a way that would lose nothing of the page: an open dialog, or an entry that its field has discarded */
  const stop = useRef<'dialog' | 'entry' | null>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (screenOf(currentLocation) === screenOf(nextLocation)) return false;
    // where a dialog is part of the address, the screen stays, and Back closes it by the address
    if (historyAction === 'POP' && isDialogOpen()) stop.current = 'dialog';
    // the product replaces an address by itself, e.g. that of a new row once it is stored
    else stop.current = historyAction !== 'REPLACE' && stopsLeaving() ? 'entry' : null;
    return stop.current !== null || losesChanges(nextLocation.pathname);
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (stop.current === null) ask({ proceed: blocker.proceed, stay: blocker.reset });
    else blocker.reset();
    if (stop.current === 'dialog') closeUppermostDialog();
  }, [blocker, ask]);
  const leave = useCallback(
    (go: () => void) => {
      if (!stopsLeaving()) ask({ proceed: go, stay: () => {} });
    },
    [ask],
  );

  return (
    <LeaveContext value={leave}>
      {children}
      <ConfirmDialog
        opened={state.matches('asking')}
        title={t('leave.title')}
        message={t('leave.message')}
        confirmLabel={t('leave.discard')}
        danger
        onConfirm={() => send({ type: 'discard.confirmed' })}
        onCancel={() => send({ type: 'discard.cancelled' })}
      />
    </LeaveContext>
  );
}
