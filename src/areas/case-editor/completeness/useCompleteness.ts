/** How complete the case is with its unsaved edits. */
import { useDeferredValue, useMemo } from 'react';
import { completenessOf, type Completeness } from '../../../../shared/completeness/completeness.ts';
import { caseScope } from '../../../../shared/expressions/scope.ts';
import type { LiveCase } from '../findings/liveCase.ts';
import { useRevision } from '../findings/useLiveCase.ts';

/** By the first measure of the schema files; null until the case is read, or without a measure. */
export function useCompleteness(live: LiveCase | null): Completeness | null {
  // later than what is typed: a case of many drugs and reactions has thousands of pairs
  const revision = useDeferredValue(useRevision(live));
  return useMemo(() => {
    const measure = live?.world.catalogue.completeness[0];
    return live && measure && revision >= 0
      ? completenessOf(measure, caseScope(live.world.catalogue, live.reader))
      : null;
  }, [live, revision]);
}
