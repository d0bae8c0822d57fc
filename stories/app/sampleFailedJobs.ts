/** Failed jobs as a server with sample rows answers them. */
import type { ListSourceFile } from '../../schemas/compile/lists.ts';
import jobList from '../../schemas/lists/AD-MU-JB.list.json' with { type: 'json' };
import * as contract from '../../shared/contract/index.ts';
import { fake, type FakeCall } from './fakeCalls.ts';
import { listCalls, paged } from './sampleListInfo.ts';

const job = (rowKey: string, code: string, cells: Record<string, string>): contract.ListRow => ({
  rowKey,
  name: code,
  delFlag: 'N',
  link: null,
  cells,
  codes: { kind: [code] },
});

const FAILED_JOBS: contract.ListRow[] = [
  job('41', 'send-mail', {
    failedAt: '2026-01-30T08:00:00.000Z',
    kind: 'Send an e-mail',
    subject: 'ana@example.com',
    attempts: '12',
    error: '550 5.1.1 mailbox unavailable',
    createdAt: '2026-01-28T08:00:00.000Z',
  }),
  job('42', 'list-export.makeFile', {
    failedAt: '2026-01-29T17:20:00.000Z',
    kind: 'Export a list',
    subject: 'Cases',
    sponsor: 'Acme Pharma',
    attempts: '3',
    error: 'ENOSPC: no space left on device',
    createdAt: '2026-01-29T17:00:00.000Z',
  }),
];

/** What the page of failed jobs reads. */
export const failedJobCalls = (rows = FAILED_JOBS): FakeCall[] => [
  ...listCalls([jobList as unknown as ListSourceFile]),
  fake(contract.checkSystemAdmin, () => null),
  fake(contract.listDeadLetters, () => paged('AD-MU-JB', rows)),
];
