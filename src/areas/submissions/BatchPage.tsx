/** What the two pages of a batch share: reading it, and the head of the page. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { LoadingArea, PageHeader } from '../../components/index.ts';
import { PageFailure } from '../../feedback/PageFailure.tsx';
import { BatchCharts } from './BatchCharts.tsx';
import { BatchFacts, BatchNotes, BatchState, BatchWay } from './BatchHeader.tsx';
import { batchQuery, type Batch } from './submissions.queries.ts';
import classes from './submissions.module.css';
import { useSubmissionScope } from './useSubmissionScope.ts';

/** Shows the batch of the address when it is there. */
export function OfBatch({ children }: { children: (batch: Batch) => ReactNode }) {
  const { batchKey } = useParams();
  const batch = useQuery(batchQuery(useSubmissionScope(), Number(batchKey)));
  if (batch.data) return children(batch.data);
  if (batch.error) return <PageFailure error={batch.error} onRetry={() => void batch.refetch()} />;
  return <LoadingArea />;
}

export interface BatchPageProps {
  batch: Batch;
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

export function BatchPage({ batch, title, actions, children }: BatchPageProps) {
  return (
    <div className={classes.page}>
      <PageHeader title={title} subtitle={<BatchState batch={batch} />} actions={actions} />
      <BatchWay batch={batch} />
      <BatchCharts batch={batch} />
      <div className={classes.notes}>
        <BatchNotes batch={batch} />
      </div>
      <BatchFacts batch={batch} />
      {children}
    </div>
  );
}
