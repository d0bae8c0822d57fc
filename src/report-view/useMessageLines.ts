/** The E2B(R3) message of a content, as a receiver would get it; read again when the content rests. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { readMessageLines } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import type { XmlLines } from './MessageLines.tsx';

/** How long nothing may be typed until the message is written again. */
const REST_MS = 150;

export function useMessageLines(
  caseKey: number,
  content: CaseContent | null,
  receiver: string | null,
): { lines: XmlLines | null; failed: boolean; isOld: boolean } {
  const [rested] = useDebouncedValue(content, REST_MS);
  const revision = rested ? revisionOf(rested) : 0;
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['messageLines', caseKey, receiver, revision],
    queryFn: ({ signal }) => {
      const { values = [], rows = [] } = rested ?? {};
      return call(readMessageLines, {
        params: { caseKey },
        query: receiver === null ? {} : { receiver },
        body: { values, rows },
        signal,
      });
    },
    enabled: rested !== null,
    gcTime: 0,
    structuralSharing: false,
    placeholderData: keepPreviousData,
    meta: { ownFailure: true },
  });
  return {
    lines: data?.lines ?? null,
    failed: isError,
    isOld: isPlaceholderData || rested !== content,
  };
}

const revisions = new WeakMap<CaseContent, number>();
let last = 0;

/** Numbers contents, which are too large to be the key of a query. */
function revisionOf(content: CaseContent): number {
  const known = revisions.get(content) ?? (last += 1);
  revisions.set(content, known);
  return known;
}
