/** The unsaved edits of a case except those of some items; rendered again when typing pauses. */
import { useEffect, useState } from 'react';
import type { ChangeSet } from '../../../../shared/case/changeSet.ts';
import type { CaseEdits } from './caseEdits.ts';

const PAUSE_MS = 300;

/** The same object while the edits stay the same. `itemIds` must keep its identity. */
export function useEditsWithout(edits: CaseEdits, itemIds: readonly string[]): ChangeSet {
  const [changes, setChanges] = useState(() => changesWithout(edits, itemIds));
  useEffect(() => {
    const take = () =>
      setChanges((last) => {
        const next = changesWithout(edits, itemIds);
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
  }, [edits, itemIds]);
  return changes;
}

function changesWithout(edits: CaseEdits, itemIds: readonly string[]): ChangeSet {
  const { items, rows } = edits.changes();
  return { items: items.filter((item) => !itemIds.includes(item.itemId)), rows };
}
