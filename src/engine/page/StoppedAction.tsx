import { useEffect } from 'react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEngine } from './context.ts';
import { stoppedAt } from './refusedEntries.ts';
import { revealItem } from './revealItem.ts';

/** Brings the entry that an action stopped at into sight, and says it. Draws nothing. */
export function StoppedAction() {
  const engine = useEngine();
  const stopped = useAtomValue(stoppedAt);
  const announce = useSetAtom(engine.form.announcement);
  useEffect(() => {
    if (!stopped) return;
    revealItem(engine, stopped.address);
    announce(stopped.message);
    // once for each stop
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stopped]);
  return null;
}
