import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { refreshList } from './useListChoices.ts';

it('reads again what was being read for the first time when the choice was saved', async () => {
  const queries = new QueryClient();
  const reads: ((rows: string) => void)[] = [];
  const list = new QueryObserver(queries, {
    queryKey: ['list', 'MU-CS', 'rows'],
    queryFn: () => new Promise<string>((answer) => reads.push(answer)),
  });
  const leave = list.subscribe(() => {});
  const refreshed = refreshList(queries, 'MU-CS');
  await expect.poll(() => reads).toHaveLength(2);
  reads[0]?.('before the change');
  reads[1]?.('after it');
  await refreshed;
  expect(list.getCurrentResult().data).toBe('after it');
  leave();
});
