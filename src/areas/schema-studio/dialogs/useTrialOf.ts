/** The trial of what is about to be published. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../../session/sessionStore.ts';
import type { Changes } from '../panels/useImpact.ts';
import { useTrial, type Trial, type TrialRun } from '../panels/useTrial.ts';

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
  /** the user wants the differences */
  accepted: boolean;
  setAccepted: (accepted: boolean) => void;
}

/** Tries invented cases with the changes as soon as these have no errors, and again when other files are ticked. */
export function useTrialOf(changes: Changes, isChecked: boolean): TrialOf {
  const { unblind, asksUnblinding } = useSession();
  const trial = useTrial();
  const [accepted, setAccepted] = useState(false);
  const start = useEffectEvent(() => {
    setAccepted(false);
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
  return {
    trial,
    isFirst: state === 'running' && tried === 0,
    count: differences.length,
    doubt: doubtOf(trial.trial),
    unblinds:
      !(unblind || asksUnblinding) &&
      differences.some(({ kind, after }) => kind === 'blinding' && after === null),
    accepted,
    setAccepted,
  };
}

export function doubtOf({ state, tried, differences }: Trial): Doubt | null {
  if (differences.length > 0) return 'differences';
  return tried === 0 && (state === 'cancelled' || state === 'failed') ? 'untried' : null;
}
