/** The audit trail of the sample case as a server answers it. */
import * as contract from '../../shared/contract/index.ts';
import { fake, type FakeCall } from './fakeCalls.ts';
import { READ_AT } from './sampleCase.ts';
import { paged } from './sampleListInfo.ts';

const row = (rowKey: string, link: string | null, cells: Record<string, string>): contract.ListRow => ({
  rowKey,
  name: cells['item'] ?? rowKey,
  delFlag: 'N',
  link,
  codes: {},
  cells: { user: 'case.editor (Kim Editor)', source: 'Screen', ...cells },
});

const ENTRIES = [
  row('4', null, {
    time: READ_AT,
    item: 'Review',
    action: 'Status',
    after: 'Y',
    reason: 'Complete',
    signed: 'Review',
  }),
  row('3', 'case/12/detail/DM?item=D.1', {
    time: READ_AT,
    page: 'Patient',
    item: 'Patient name or initials',
    action: 'Changed',
    before: '김OO',
    after: 'J.D.',
    reason: 'Reporter called again',
  }),
  row('2', 'case/12/detail/DM?item=D.5', {
    time: READ_AT,
    page: 'Patient',
    item: 'Sex',
    action: 'Cleared',
    before: 'Male',
    reason: 'Reporter called again',
  }),
  row('1', 'case/12/detail/DM?item=D.1', {
    time: '2026-01-05T01:00:00.000Z',
    page: 'Patient',
    item: 'Patient name or initials',
    action: 'Added',
    after: '김OO',
    reason: 'Initial Data',
  }),
];

/** Found by a keyword; how the list is filtered is of the sample lists. */
export const auditCalls = (entries: readonly contract.ListRow[] = ENTRIES): FakeCall[] => [
  fake(contract.listCaseAudit, ({ query: { keyword = '' } }) =>
    paged(
      'MU-CS-AT',
      entries.filter(({ cells }) => Object.values(cells).join(' ').includes(keyword)),
    ),
  ),
];
