/** The findings of the open case, updated with stored content and unsaved edits. */
import { seesItem } from '../../../../shared/blinding/sight.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { checksQuery, wholeCaseQuery } from './checks.queries.ts';
import { createLiveCase, type CheckedCase, type LiveCase } from './liveCase.ts';
import { whenIdle } from './whenIdle.ts';
import { userNow } from '../../../clock/index.ts';

/** How long nothing may be typed until the case is asked again. */
const PAUSE_MS = 120;

/** `live` is null until there is something to check with. `edits` are the unsaved ones of all pages. */
export function useLiveCase(
  caseKey: number,
  catalogue: Catalogue,
  edits: CaseEdits,
): { live: LiveCase | null; failed: boolean } {
  const session = useSession();
  const { data: world, isError: noWorld } = useQuery(checksQuery(catalogue.version));
  const { data: content, isError: noContent, isFetching } = useQuery(wholeCaseQuery(caseKey));
  const newest = useRef(content);
  const [live, setLive] = useState<LiveCase | null>(null);
  const isThere = content !== undefined;

  // before what begins with it
  useEffect(() => {
    newest.current = content;
    if (content) live?.store(content);
  }, [live, content]);

  useEffect(() => {
    const first = newest.current;
    if (!world || !first || !isThere) return;
    const may = (itemId: string) => seesItem(world.catalogue, session, itemId);
    const made = createLiveCase({
      world,
      content: first,
      edits: edits.changes(),
      may,
      now: () => userNow().at,
      whenIdle,
    });
    setLive(made);
    return () => {
      made.stop();
      setLive(null);
    };
  }, [world, isThere, session, caseKey, edits]);

  useEffect(() => {
    // what was just saved is no edit any more, and not yet in what was read: until it is, the edits stay as they were
    if (!live || isFetching) return;
    const take = () => live.edit(edits.changes());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(take, PAUSE_MS);
    };
    soon();
    const leave = edits.subscribeEdits(soon);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [live, edits, isFetching]);

  return { live, failed: noWorld || noContent };
}

const noCase = (): null => null;
const never = (): (() => void) => () => {};

/** The current case and its findings; rendered again with each change. */
export const useChecked = (live: LiveCase | null): CheckedCase | null =>
  useSyncExternalStore(live?.subscribe ?? never, live?.checked ?? noCase);

const noChanges = (): number => 0;

/** Counts the changes of the case; rendered again with each. */
export const useRevision = (live: LiveCase | null): number =>
  useSyncExternalStore(live?.subscribeChanges ?? never, live?.revision ?? noChanges);

/** Are there findings? Rendered again only when that changes. */
export const useIsChecked = (live: LiveCase | null): boolean =>
  useSyncExternalStore(live?.subscribe ?? never, () => live?.checked() != null);
