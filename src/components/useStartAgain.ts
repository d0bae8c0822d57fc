import { useState } from 'react';

/**
 * The key of a form that is fed by a query. It changes after `startAgain` only: a reading in the background, as when the
 * access of the user was changed elsewhere, takes nothing away that is typed or checked.
 */
export function useStartAgain(refetch: () => Promise<unknown>): { times: number; startAgain: () => void } {
  const [times, setTimes] = useState(0);
  const startAgain = () => void refetch().then(() => setTimes((before) => before + 1));
  return { times, startAgain };
}
