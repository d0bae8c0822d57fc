/** A text that a template wrote, compared with what the template writes about the case now. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { ChangeSet } from '../../../../shared/case/changeSet.ts';
import type { ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { writeNarrativeOfEdits } from '../../../../shared/contract/index.ts';
import {
  compareNarrative,
  renewNarrative,
  type ComparedSentence,
  type RenewedNarrative,
} from '../../../../shared/narratives/renewNarrative.ts';
import {
  SENTENCES,
  writtenNarrative,
  type WrittenNarrative,
  type WrittenPart,
} from '../../../../shared/narratives/storedSentences.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import type { PageSession } from '../../../engine/index.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { useEditsWithout } from '../unsaved/useEditsWithout.ts';

export interface ComparedNarrative {
  written: WrittenNarrative;
  /** null until the template has written the text again */
  now: {
    name: string;
    newest: number;
    /** with the text as it was when typing paused */
    compared: readonly ComparedSentence[];
    /** The text as it is by now, with its sentences renewed. */
    renew: (text: string) => RenewedNarrative;
  } | null;
  failure: Error | null;
}

interface NarrativeInput {
  caseKey: number;
  session: PageSession;
  address: ItemAddress;
  part: WrittenPart;
  edits: CaseEdits;
}

/** Null for a text that no template wrote. */
export function useNarrative({
  caseKey,
  session,
  address,
  part,
  edits,
}: NarrativeInput): ComparedNarrative | null {
  const { sponsorKey } = useRouteContext();
  const view = useMemo(() => session.settledView(address), [session, address]);
  const { current } = useAtomValue(view, { store: session.store });
  const stored = current.properties?.[SENTENCES[part]];
  const written = useMemo(() => writtenNarrative(stored), [stored]);
  const text = current[part] ?? '';
  const own = useMemo(() => [address.itemId], [address]);
  const changes = useEditsWithout(edits, own);
  const { data, error } = useQuery({
    ...rewriting({ sponsorKey, caseKey, changes, written }),
    enabled: written !== null,
  });
  const texts = written && data?.texts[written.column];
  const next = (part === 'value' ? texts : texts?.notation)?.sentences;
  const compare = useMemo(
    () => written && next && ((shown: string) => compareNarrative(shown, written.sentences, next)),
    [written, next],
  );
  const compared = useMemo(() => compare?.(text), [compare, text]);
  if (!written) return null;
  const now =
    data && compare && compared
      ? {
          name: data.name,
          newest: data.newest,
          compared,
          // it may have been typed in since it was compared, and its sentences stand elsewhere
          renew: (latest: string) => renewNarrative(latest, compare(latest)),
        }
      : null;
  return { written, now, failure: error };
}

interface Rewriting {
  sponsorKey: number;
  caseKey: number;
  changes: ChangeSet;
  written: WrittenNarrative | null;
}

const rewriting = ({ sponsorKey, caseKey, changes, written }: Rewriting) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'narrative', written?.recordKey, written?.version, changes],
    queryFn: ({ signal }) =>
      call(writeNarrativeOfEdits, {
        params: { sponsorKey, recordKey: written?.recordKey ?? 0 },
        body: {
          caseKey,
          ...(written && { version: written.version }),
          changes: changes.items,
          rows: changes.rows,
        },
        signal,
      }),
    // a text that was written about other edits is compared until the next one is there
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { ownFailure: true },
  });
