/** A part of a page or dialog that is drawn of what a query reads. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingArea } from '../components/index.ts';
import { FailedArea } from './FailedArea.tsx';

interface LoadedAreaProps<Data> {
  query: Pick<UseQueryResult<Data>, 'error' | 'isLoadingError' | 'refetch'> & { data: Data | undefined };
  children: (data: Data) => ReactNode;
}

/** Until it is read, that it is being read; where it cannot be, why, and the way to try again. */
export function LoadedArea<Data>({
  query: { data, error, isLoadingError, refetch },
  children,
}: LoadedAreaProps<Data>) {
  if (isLoadingError) return <FailedArea kind="panel" error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingArea /> : children(data);
}
