/** The trial of what is about to be published. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../../session/sessionStore.ts';
import type { Changes } from '../panels/useImpact.ts';
import { differenceKey, useTrial, type Trial, type TrialRun } from '../panels/useTrial.ts';

/** Cases differ, or none was tried: the trial was stopped or failed too early. */
export type Doubt = 'differences' | 'untried';

interface TrialOf {
  trial: TrialRun;
  /** nothing is known yet: the cases around the change are being tried */
  isFirst: boolean;
  /** ways in which cases differ */
  count: number;
  /** what the user has to confirm; null: nothing */
  doubt: Doubt | null;
  /** the user may not unblind, and blinding would be taken away: the server refuses it */
  unblinds: boolean;
  /** the user wants the differences: all that are found by now */
  accepted: boolean;
  /** more were found since the user wanted them */
  foundMore: boolean;
  setAccepted: (accepted: boolean) => void;
}

/** Tries invented cases with the changes as soon as these have no errors, and again when other files are ticked. */
export function useTrialOf(changes: Changes, isChecked: boolean): TrialOf {
  const { unblind, asksUnblinding } = useSession();
  const trial = useTrial();
  const [confirmed, setConfirmed] = useState<ReadonlySet<string> | null>(null);
  const start = useEffectEvent(() => {
    setConfirmed(null);
    void trial.run(changes);
  });
  const clear = useEffectEvent(trial.clear);
  const files = changes.map(({ file }) => file).join('\n');
  useEffect(() => {
    if (!isChecked) return undefined;
    start();
    return () => clear();
  }, [files, isChecked]);
  const { state, tried, differences } = trial.trial;
  const accepted = confirmed !== null && hasAll(confirmed, differences);
  return {
    trial,
    isFirst: state === 'running' && tried === 0,
    count: differences.length,
    doubt: doubtOf(trial.trial),
    unblinds:
      !(unblind || asksUnblinding) &&
      differences.some(({ kind, after }) => kind === 'blinding' && after === null),
    accepted,
    foundMore: confirmed !== null && !accepted,
    setAccepted: (isWanted) => setConfirmed(isWanted ? new Set(differences.map(differenceKey)) : null),
  };
}

/** Were all differences there when these were confirmed, by key? */
export const hasAll = (confirmed: ReadonlySet<string>, differences: Trial['differences']): boolean =>
  differences.every((one) => confirmed.has(differenceKey(one)));

export function doubtOf({ state, tried, differences }: Trial): Doubt | null {
  if (differences.length > 0) return 'differences';
  return tried === 0 && (state === 'cancelled' || state === 'failed') ? 'untried' : null;
}
