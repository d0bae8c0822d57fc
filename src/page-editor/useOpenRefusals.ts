import { useEffect, useMemo, useState } from 'react';
import { differs } from '../../shared/case/itemValue.ts';
import type { Finding, PageSession } from '../engine/index.ts';

/** Items that the last save refused, without those that were changed since: what was wrong with them is not known now. */
export function useOpenRefusals(session: PageSession, refused: readonly Finding[]): readonly Finding[] {
  const [changed, setChanged] = useState<readonly Finding[]>([]);
  useEffect(() => {
    const leave = refused.map((one) => {
      const view = session.settledView(one);
      const { current: was } = session.store.get(view);
      return session.store.sub(view, () => {
        if (differs(session.store.get(view).current, was)) setChanged((others) => [...others, one]);
      });
    });
    return () => leave.forEach((stop) => stop());
  }, [session, refused]);
  return useMemo(() => refused.filter((one) => !changed.includes(one)), [refused, changed]);
}
