/** The stored case with its unsaved edits, as a report on the screen prints it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../../shared/case/caseContent.ts';
import type { ChangeSet } from '../../../../shared/case/changeSet.ts';
import { withChanges } from '../../../../shared/replay/contents.ts';
import type { DrawnCase } from '../../../report-view/useReportLayout.ts';
import { checksQuery, wholeCaseQuery } from '../findings/checks.queries.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';

/** Null until the case is read; another object in the frame after an edit. */
export function useDrawnCase(
  caseKey: number,
  catalogue: Catalogue,
  edits: CaseEdits,
): { drawn: DrawnCase | null; failed: boolean } {
  const { data: world, isError: noWorld } = useQuery(checksQuery(catalogue.version));
  const { data: stored, isError: noContent, isFetching } = useQuery(wholeCaseQuery(caseKey));
  const changes = useChanges(edits, isFetching);
  const drawn = useMemo(
    () => (world && stored ? drawnCase(world.catalogue, stored, changes) : null),
    [world, stored, changes],
  );
  return { drawn, failed: noWorld || noContent };
}

/** Names a row that was never stored. */
const NEW_ROW = '00000000-0000-4000-8000-000000000000';

const drawnCase = (catalogue: Catalogue, stored: CaseContent, { items, rows }: ChangeSet): DrawnCase => ({
  catalogue,
  content: withChanges(stored, {
    values: items.map(({ basedOn: _, ...value }) => value),
    rows: rows.map(({ basedOn: _, ...row }) => ({ ...row, rowId: row.rowId || NEW_ROW })),
  }),
});

/** What was saved is no edit any more, but is not in the stored case until it is read again: until then edits stay. */
function useChanges(edits: CaseEdits, isReading: boolean): ChangeSet {
  const [changes, setChanges] = useState(() => edits.changes());
  useEffect(() => {
    if (isReading) return;
    let frame = 0;
    const take = () => {
      frame = 0;
      setChanges(edits.changes());
    };
    const schedule = () => void (frame ||= requestAnimationFrame(take));
    schedule();
    const leave = edits.subscribeEdits(schedule);
    return () => {
      cancelAnimationFrame(frame);
      leave();
    };
  }, [edits, isReading]);
  return changes;
}
