/** What is marked in the open page. */
import { useMemo, useState } from 'react';
import type { PageAddress } from '../page.queries.ts';
import { markedEntries, type CaseFindings } from './useCaseFindings.ts';
import { findingKey } from './findingsOrder.ts';
import type { Entry } from './entries.ts';
import { useChecked } from './useLiveCase.ts';

const NONE: readonly Entry[] = [];

/** The entries of a page, or of the row of it that is open. The same list while they stay the same. */
export function usePageFindings(
  { live, open, receivers, severity, ownReceiver }: CaseFindings,
  { page, rowNo, matrix }: PageAddress,
): readonly Entry[] {
  const checked = useChecked(live);
  const [last, setLast] = useState(NONE);
  const next = useMemo(() => {
    if (!checked) return NONE;
    const { items } = checked.world.catalogue;
    return markedEntries(checked, { open, receivers, severity, ownReceiver }).filter(
      (entry) =>
        items[entry.itemId]?.page === page && (rowNo === null || matrix !== null || entry.rowNo === rowNo),
    );
  }, [checked, open, receivers, severity, ownReceiver, page, rowNo, matrix]);
  // rendered again only where it differs
  const same = next.length === last.length && next.every((entry, at) => hasSameFindings(entry, last[at]));
  if (!same) setLast(next);
  return same ? last : next;
}

const hasSameFindings = (entry: Entry, other: Entry | undefined): boolean =>
  entry === other ||
  (other !== undefined && findingKey(entry) === findingKey(other) && entry.message.en === other.message.en);
