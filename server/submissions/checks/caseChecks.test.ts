import { describe, expect, it } from 'vitest';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import { openCatalogue } from '../../catalogue/catalogueSource.ts';
import type { Batch } from '../batch.store.ts';
import { caseChecks } from './caseChecks.ts';
import type { CheckContext, CheckSubject } from './subject.ts';

const context: CheckContext = {
  batch: { receiver: 'FDA' } as Batch,
  catalogue: openCatalogue(),
  masked: new Set(),
  versions: new Map(),
  rulesFind: () => [],
  unanswered: 'off',
};
const SENT = {
  caseKey: 1,
  versionNo: 1,
  state: 'accepted',
  serious: true,
  batchKey: 7,
  caseNumber: 'KR-1',
} as const;

const found = (
  nullification: string | null,
  earlier: CheckSubject['earlier'],
  of: Partial<CheckContext> = {},
) =>
  caseChecks(
    {
      seq: 1,
      found: {
        case_key: 2,
        version_no: 2,
        nullification,
        serious: true,
        latest: true,
        del_flag: 'N',
        saved_pages: ['CI'],
        workflow_status: 'done',
        step: null,
      } as unknown as CaseRecord,
      content: { values: [], rows: [] },
      caseNumber: 'KR-1',
      earlier,
      otherBatches: [],
      editors: [],
      isApproved: true,
      withheld: [],
      withheldElements: 0,
      missingFiles: [],
    },
    { ...context, ...of },
  ).map(({ severity, ruleId }) => `${severity} ${ruleId}`);

it('is checked as a later report once the receiver has accepted an earlier one', () => {
  const heard: boolean[] = [];
  const rulesFind: CheckContext['rulesFind'] = (_content, hasEarlier) => {
    heard.push(hasEarlier);
    return [];
  };
  for (const earlier of [[], [{ ...SENT, state: 'rejected' }], [{ ...SENT, state: 'open' }], [SENT]] as const)
    found(null, [...earlier], { rulesFind });
  expect(heard).toEqual([false, false, false, true]);
});

describe('an amendment', () => {
  it('is doubtful where the receiver has no report to amend', () => {
    expect(found('2', [])).toContain('warning nothingToAmend');
    expect(found('2', [{ ...SENT, state: 'rejected' }])).toContain('warning nothingToAmend');
    expect(found('2', [{ ...SENT, caseKey: 2, state: 'rejected' }])).toContain('warning nothingToAmend');
  });

  it('is none of a report that went out, or of a follow-up', () => {
    expect(found('2', [SENT])).not.toContain('warning nothingToAmend');
    expect(found('2', [{ ...SENT, state: 'open' }])).not.toContain('warning nothingToAmend');
    expect(found(null, [])).toEqual([]);
  });
});
