/** The invented case that the stories of whole screens show. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { DataOf, listPages, ListRow, readPage, Session } from '../../shared/contract/index.ts';
import type { Static } from 'typebox';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import { MENUS } from '../../shared/access/menus.ts';
import { sampleContent, sampleReferences } from '../sampleContent.ts';

export const CASE_KEY = 12;
export const READ_AT = '2026-01-31T09:30:00.000Z';
const SESSION_MINUTES = 60;

/** A user with all privileges; the session ends in `minutes`. */
export const sampleSession = (appendix: string, minutes = SESSION_MINUTES): Static<typeof Session> => ({
  token: 'a-token-of-a-story',
  // another user at each visit: nobody is offered the unsaved edits of an earlier one
  userKey: Math.floor(Math.random() * 1_000_000_000),
  userId: 'case.editor',
  userName: 'Kim Editor',
  roleName: 'Case processor',
  clientType: 'SPO',
  organization: 'Acme Pharma',
  unblind: true,
  asksUnblinding: false,
  hidden: [],
  readOnlyItems: [],
  sponsorKey: 1,
  senderKey: 2,
  senderName: 'Acme Korea',
  senderLogo: null,
  menuList: MENUS.map(({ menuId }) => ({ menuId })),
  privList: PRIVILEGES.map((privId) => ({ privId })),
  systemAdmin: false,
  takesPart: true,
  accessVersion: '1.sample',
  viewing: null,
  caseNo: '{ID}-{YYYY}-{SEQ:5}',
  email: 'kim.editor@example.com',
  realmId: null,
  ssoUserEmail: null,
  translator: true,
  environment: 'demo',
  useWorkflow: true,
  idfVersion: null,
  timeZone: 'Asia/Seoul',
  appendices: ['ICH', 'KR', 'US', 'JP', 'EU', 'CN'],
  links: 'correct' as const,
  newCase: 'empty' as const,
  saveReason: 'first' as const,
  rowNumbers: 'show' as const,
  reasons: {},
  dictionaryVersions: {},
  meddraLanguage: 'user' as const,
  reportOptions: { orientation: 'portrait' as const, ordering: 'primary' as const, notation: 'N' as const },
  defaultAppendix: appendix,
  expiresAt: new Date(Date.now() + minutes * 60_000).toISOString(),
  sessionMinutes: SESSION_MINUTES,
});

export const STATUS: DataOf<typeof listPages>['status'] = {
  locked: false,
  reviewed: false,
  deleted: false,
  superseded: false,
  nullified: false,
  amended: false,
  stepClosed: false,
  caseWorkflowStatus: 'DATA_ENTRY',
  caseWorkflowLabel: 'Data entry',
  retrievedAt: READ_AT,
};

/** What the case says on a page. */
export function samplePage(
  catalogue: Catalogue,
  page: string,
  rowNo: number,
  status: Partial<typeof STATUS> = {},
): DataOf<typeof readPage> {
  const { values, rows } = sampleContent(catalogue, page);
  const flags = { ...STATUS, ...status };
  return {
    caseKey: CASE_KEY,
    caseNo: 'KR-ACME-2026-0012',
    page,
    rowNo,
    values: [...values],
    rows: [...rows],
    references: sampleReferences(catalogue),
    inputs: { values: [], rows: [] },
    retrievedAt: READ_AT,
    saved: 'Y',
    status: flags,
    readOnly: flags.locked ? 'locked' : null,
    readOnlyDetail: flags.locked
      ? {
          by: { userName: 'Lee Lead', userId: 'lee.lead', at: READ_AT, reason: 'Medical review is complete' },
          whoMay: { names: ['Lee Lead', 'Park Admin'], more: 3 },
          newest: null,
        }
      : null,
    previousRowNo: null,
    rowPosition: null,
    rowCount: 0,
    nextRowNo: rowNo > 0 ? rowNo + 1 : null,
  };
}

const PRODUCTS = [
  'Aspirin 100 mg',
  'Ibuprofen 200 mg',
  'Amoxicillin 500 mg',
  'Metformin 850 mg',
  'Atorvastatin 20 mg',
];

const TERMS = ['Headache', 'Nausea', '두통', 'Rash', 'Dizziness'];

/** `count` cases of the list, as the case list answers them. */
export const caseRows = (count = PRODUCTS.length): ListRow[] =>
  Array.from({ length: count }, (_, index) => {
    const kind = index % PRODUCTS.length;
    const isSerious = index % 2 === 0;
    const marks = [
      ['reviewed', 'Reviewed', 1],
      ['locked', 'Locked', 2],
    ].filter(([, , at]) => at === kind);
    return {
      rowKey: String(CASE_KEY + index),
      name: `KR-ACME-2026-${String(12 + index).padStart(4, '0')}`,
      delFlag: kind === 4 ? 'Y' : 'N',
      link: `case/${CASE_KEY + index}/detail`,
      cells: {
        caseNo: `KR-ACME-2026-${String(12 + index).padStart(4, '0')}`,
        versionNo: kind === 1 ? '1' : '0',
        reportType: 'Spontaneous report',
        patientName: index % 2 ? 'J.D.' : '김OO',
        productName: PRODUCTS[kind] ?? '',
        aeTerm: TERMS[kind] ?? '',
        serious: isSerious ? 'Yes' : 'No',
        country: 'Korea, Republic of',
        firstReceived: '202601',
        mostRecent: `2026011${kind}`,
        dueDate: '20260120',
        daysLeft: String(7 - kind),
        workflowStatus: 'Data entry',
        ...(marks.length > 0 && { status: marks.map(([, label]) => label).join(', ') }),
        updatedAt: READ_AT,
        updatedBy: 'Kim Editor',
      },
      codes: {
        serious: [String(isSerious)],
        country: ['KR'],
        workflowStatus: ['SAVED'],
        ...(marks.length > 0 && { status: marks.map(([code]) => String(code)) }),
      },
    };
  });
