/** The sources of the sponsor and their readings; read again every two seconds while one is under way. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readStudySources, type StudySource } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

const POLL_MS = 2000;

const isUnderWay = ({ reading }: StudySource): boolean =>
  reading?.state === 'waiting' || reading?.state === 'running';

const readingsKey = (sponsorKey: number) => ['study-sources', sponsorKey] as const;

/** `onEnd`: a reading has ended since the sources were last read. */
export function useStudySources(sponsorKey: number, onEnd: () => void) {
  const sources = useQuery({
    queryKey: readingsKey(sponsorKey),
    queryFn: ({ signal }) => call(readStudySources, { signal }),
    refetchInterval: ({ state }) => (state.data?.sources.some(isUnderWay) ? POLL_MS : false),
  });
  const running = sources.data?.sources.filter(isUnderWay).length ?? 0;
  const before = useRef(running);
  useEffect(() => {
    if (running < before.current) onEnd();
    before.current = running;
  }, [running, onEnd]);
  return sources;
}

export function useReadSourcesAgain(sponsorKey: number): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: readingsKey(sponsorKey) });
}
