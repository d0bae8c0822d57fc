import { useEffect, useEffectEvent } from 'react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEngine } from './context.ts';
import { stoppedAt } from './refusedEntries.ts';
import { revealItem } from './revealItem.ts';

/** Brings the entry that stopped an action into view and announces it. Renders nothing. */
export function StoppedAction() {
  const engine = useEngine();
  const stopped = useAtomValue(stoppedAt);
  const announce = useSetAtom(engine.form.announcement);
  const show = useEffectEvent(({ address, message }: NonNullable<typeof stopped>) => {
    revealItem(engine, address);
    announce(message);
  });
  useEffect(() => {
    if (stopped) show(stopped);
  }, [stopped]);
  return null;
}
