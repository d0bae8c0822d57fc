/** The unsaved edits of a case except those of one item; rendered again when typing pauses. */
import { useEffect, useState } from 'react';
import type { ChangeSet } from '../../../../shared/case/changeSet.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';

const PAUSE_MS = 300;

/** The same object while the edits stay the same. */
export function useEditsWithout(edits: CaseEdits, itemId: string): ChangeSet {
  const [changes, setChanges] = useState(() => changesWithout(edits, itemId));
  useEffect(() => {
    const take = () =>
      setChanges((last) => {
        const next = changesWithout(edits, itemId);
        return JSON.stringify(next) === JSON.stringify(last) ? last : next;
      });
    take();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = edits.subscribeEdits(() => {
      clearTimeout(timer);
      timer = setTimeout(take, PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [edits, itemId]);
  return changes;
}

function changesWithout(edits: CaseEdits, itemId: string): ChangeSet {
  const { items, rows } = edits.changes();
  return { items: items.filter((item) => item.itemId !== itemId), rows };
}
