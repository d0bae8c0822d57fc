/** Follows a run that goes on by itself, wherever the user goes, and says how it ended. */
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { SyncRun } from '../../../shared/contract/index.ts';
import { CallFailure } from '../../api/index.ts';
import { showError, showSuccess } from '../../components/index.ts';
import { currentSession } from '../../session/sessionStore.ts';
import { problemText } from './problemText.ts';
import { runQuery, type SyncScope } from './sync.queries.ts';

interface Followed {
  scope: SyncScope;
  runKey: string;
  /** the rows of the run are something else than before */
  refresh: () => Promise<void>;
}

export function followRun(
  queries: QueryClient,
  t: TFunction<'sync'>,
  { scope, runKey, refresh }: Followed,
): void {
  const user = currentUser();
  let seen: SyncRun['state'] | undefined;
  const stop = new QueryObserver(queries, runQuery(scope, runKey)).subscribe(({ data: run, error }) => {
    // another user may be signed in by now, or there is nothing to follow
    const isOver = currentUser() !== user || (error instanceof CallFailure && error.status !== 0);
    if (isOver) return stop();
    if (!run || run.state === seen) return;
    seen = run.state;
    void refresh();
    if (run.state === 'committing') return;
    stop();
    report(run, t);
  });
}

const currentUser = (): string => {
  const { sponsorKey = 0, userKey = 0 } = currentSession() ?? {};
  return `${sponsorKey}/${userKey}`;
};

function report({ events, caseNo, kind }: SyncRun, t: TFunction<'sync'>): void {
  const failed = events.filter(({ outcome }) => outcome === 'failed');
  const done = events.filter(({ outcome }) => outcome === 'done').length;
  if (done > 0 && caseNo !== null)
    showSuccess(t(kind === 'new' ? 'run.new' : 'run.followUp', { count: done, caseNo }));
  else if (failed.length === 0) showSuccess(t('run.nothing'));
  for (const { term, problem } of failed)
    showError(t('run.failed', { term, why: problem ? problemText(t, problem) : '' }));
}
