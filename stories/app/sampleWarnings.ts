/** Warnings and mails as a server with sample rows answers them. */
import type { ListSourceFile } from '../../schemas/compile/lists.ts';
import mailList from '../../schemas/lists/MU-CS-LOG.list.json' with { type: 'json' };
import warningList from '../../schemas/lists/MU-CS-WARNING.list.json' with { type: 'json' };
import * as contract from '../../shared/contract/index.ts';
import { fake, type FakeCall } from './fakeCalls.ts';
import { listCalls, paged } from './sampleListInfo.ts';

const LISTS = [warningList, mailList] as unknown as readonly ListSourceFile[];

const row = (rowKey: string, link: string | null, cells: Record<string, string>): contract.ListRow => ({
  rowKey,
  name: cells['caseNo'] ?? rowKey,
  delFlag: 'N',
  link,
  cells,
  codes: {},
});

const WARNINGS = [
  row('1', 'case/12/detail/RE', {
    caseNo: 'KR-ACME-2026-0012',
    versionNo: '1',
    warning: 'Overdue',
    severity: 'Urgent',
    receiver: 'MFDS',
    says: 'The report to MFDS was due on 2026-01-29: 2 d overdue.',
    day: '20260129',
  }),
  row('2', 'case/12/detail/AE/1?item=E.i.2.1b&rowNo=1', {
    caseNo: 'KR-ACME-2026-0012',
    versionNo: '1',
    warning: 'Term not coded',
    severity: 'To fix',
    item: 'Reactions › Reaction 1 › Reaction (MedDRA)',
    says: '“두통” has no code yet.',
  }),
];

const COUNTS = [
  { warning: 'overdue', label: 'Overdue', severity: 'error' as const, count: 1 },
  { warning: 'rejected', label: 'Rejected by the receiver', severity: 'error' as const, count: 0 },
  { warning: 'uncoded', label: 'Term not coded', severity: 'warning' as const, count: 1 },
];

const MAILS = [
  row('7', null, {
    at: '2026-01-30T08:00:00.000Z',
    userName: 'Kim Editor',
    caseNo: 'KR-ACME-2026-0012',
    versionNo: '1',
    report: 'CIOMS',
    receiver: 'MFDS',
    recipients: 'Ana Ruiz <ana@example.com>',
    size: '184320',
    password: 'Yes',
    result: 'Sent',
  }),
];

export interface SampleWarnings {
  /** cases that are looked at just now */
  pending?: number;
  rows?: readonly contract.ListRow[];
}

/** What the pages of warnings and mails ask for. */
export const warningCalls = ({ pending = 0, rows = WARNINGS }: SampleWarnings = {}): FakeCall[] => [
  ...listCalls(LISTS),
  fake(contract.listWarnings, ({ query: { warning } }) => {
    const label = COUNTS.find((one) => one.warning === warning)?.label;
    return paged(
      'MU-CS-WARNING',
      rows.filter(({ cells }) => label === undefined || cells['warning'] === label),
    );
  }),
  fake(contract.countWarnings, () => ({ pending, listInfo: rows.length > 0 ? COUNTS : [] })),
  fake(contract.listEmailLogs, () => paged('MU-CS-LOG', MAILS)),
  fake(contract.readEmailLog, ({ params: { emailKey } }) => ({
    emailKey,
    at: '2026-01-30T08:00:00.000Z',
    userName: 'Kim Editor',
    caseKey: 12,
    caseNo: 'KR-ACME-2026-0012',
    versionNo: 1,
    reportId: 'CIOMS',
    receiver: 'MFDS',
    size: 184_320,
    password: 'Y' as const,
    recipients: [
      recipient('Ana Ruiz', 'ana@example.com', 'sent', '2026-01-30T08:00:02.000Z'),
      recipient('Bo Lindqvist', 'bo@example.com', 'waiting', '2026-01-30T08:30:00.000Z', '421 try later'),
      recipient('Chen Wei', 'chen@example.com', 'failed', null, '550 5.1.1 mailbox unavailable'),
      recipient('D. Okafor', 'd.okafor@example.com', 'notSent', null),
    ],
  })),
];

const recipient = (
  userName: string,
  address: string,
  result: (typeof contract.MAIL_RESULTS)[number],
  at: string | null,
  why: string | null = null,
) => ({ userName, address, result, at, why });
