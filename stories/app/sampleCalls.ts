/** What a server with the invented case answers. A story puts its own calls behind these to change single answers. */
import * as contract from '../../shared/contract/index.ts';
import { allItems, catalogueOf, codeLists } from '../catalogue.ts';
import type { StoryWorld } from '../StoryWorld.tsx';
import { fake, type FakeCall } from './fakeCalls.ts';
import { dictionaryCalls } from './sampleDictionaries.ts';
import { auditCalls } from './sampleAudit.ts';
import { listCalls } from './sampleLists.ts';
import { homeCalls } from './sampleHome.ts';
import { importCalls } from './sampleImports.ts';
import { noticeCalls } from './sampleNotices.ts';
import { workflowCalls } from './sampleWorkflow.ts';
import { CASE_KEY, READ_AT, samplePage, sampleSession, STATUS } from './sampleCase.ts';

const VERSION = { caseKey: CASE_KEY, caseNo: 'KR-ACME-2026-0012', versionNo: 1 };

/** Everything the screens of the stories ask for. */
export const sampleCalls = (world: StoryWorld): FakeCall[] => {
  const { appendix, language, readOnly } = world;
  const catalogue = catalogueOf(appendix);
  const status = { ...STATUS, locked: readOnly };
  return [
    fake(contract.signIn, () => sampleSession(appendix)),
    fake(contract.checkSession, () => sampleSession(appendix)),
    fake(contract.readNotifications, () => ({ listInfo: [], unread: 0 })),
    fake(contract.listSubmissionsOfCase, () => ({ listInfo: [] })),
    fake(contract.signOut, () => ({ oAuthLogoutUrl: null })),
    fake(contract.extendSession, () => ({ expiresAt: sampleSession(appendix).expiresAt })),
    fake(contract.listSponsors, () => ({
      sponsorList: [
        { sponsorKey: 1, sponsorName: 'Acme Pharma' },
        { sponsorKey: 2, sponsorName: '한국제약 주식회사' },
      ],
      supported: [],
      systemAdmin: false,
    })),
    fake(contract.listSenders, () => ({
      senderList: [
        { SENDER_KEY: 2, SND_ORGAN: 'Acme Korea' },
        { SENDER_KEY: 3, SND_ORGAN: 'Acme Japan 株式会社' },
      ],
    })),
    fake(contract.listAppendices, () => ({
      codeList: ['ICH', ...allItems.appendices.map((known) => known.appendix)].map((code) => ({
        codeValue: code,
        codeLabel: code,
      })),
    })),
    fake(contract.setDefaultAppendix, () => null),
    fake(contract.readEnvironment, () => ({
      demo: true,
      mail: true,
      realms: [],
      links: {
        manual: 'https://manual.example/v1.1',
        manualV2: 'https://manual.example/v2',
        privacy: 'https://example.com/privacy',
        helpCenter: 'https://help.example',
        chatbot: 'https://chat.example',
      },
    })),
    fake(contract.readHelpDeskToken, () => ({ policyAgreed: true, url: 'https://help.example/in' })),
    fake(contract.readSetUp, () => ({ open: true, countries: [{ code: 'KR', label: 'South Korea' }] })),
    fake(contract.logError, () => null),
    fake(contract.readCatalogue, () => catalogue),
    fake(contract.readCodeList, ({ params }) => {
      const list = codeLists[allItems.items[params.itemId]?.codeList ?? ''];
      return {
        cached: list?.cached ?? true,
        open: list?.open ?? false,
        codeList: (list?.codes ?? []).map(({ code, label }) => ({
          codeValue: code,
          codeLabel: label[language],
        })),
      };
    }),
    ...dictionaryCalls(language),
    ...listCalls(world),
    fake(contract.readCaseId, () => ({ ...VERSION, status })),
    fake(contract.listPages, () => ({
      ...VERSION,
      status,
      pages: catalogue.pageOrder.map((one) => ({
        page: one,
        rows: catalogue.pages[one]?.kind === 'rows' ? 2 : 0,
        saved: 'Y' as const,
      })),
    })),
    fake(contract.readCaseQuestions, () => ({ listInfo: [] })),
    fake(contract.readCaseHeader, () => {
      const { readOnly, readOnlyDetail } = samplePage(catalogue, catalogue.pageOrder[0] ?? '', 0, status);
      return {
        owner: { roleName: 'Case processor', userName: 'Kim Editor' },
        reporting: null,
        submissions: [],
        leavePage: 'ask' as const,
        readOnly,
        readOnlyDetail,
      };
    }),
    fake(contract.readPage, ({ params }) => samplePage(catalogue, params.page, 0, status)),
    fake(contract.readPageRow, ({ params }) => samplePage(catalogue, params.page, params.rowNo, status)),
    fake(contract.savePage, () => ({ retrievedAt: READ_AT, rowNo: 0, rows: [], changed: 1 })),
    fake(contract.readSummary, ({ params }) => summaryOf(catalogue, params.page, status)),
    fake(contract.readFindings, () => ({ findings: [] })),
    fake(contract.readCaseContent, () => ({ values: [], rows: [], retrievedAt: READ_AT })),
    // a story checks single values; what several items say together is the journeys'
    fake(contract.readChecks, () => ({
      catalogue: allItems,
      ruleSet: { rules: [], profiles: [] },
      codeLists: Object.fromEntries(
        Object.entries(codeLists).map(([name, { codeSystem, open, codes }]) => [
          name,
          { codeSystem, open, codes: codes.map(({ code }) => code), deleted: [] },
        ]),
      ),
    })),
    ...noticeCalls(),
    ...workflowCalls(),
    ...homeCalls(),
    fake(contract.readReceivers, () => ({
      listInfo: [
        {
          receiverName: 'MFDS',
          receiverType: 'Regulator',
          region: 'KR',
          errors: 2,
          warnings: 5,
          concerned: true,
        },
        {
          receiverName: 'FDA',
          receiverType: 'Regulator',
          region: 'US',
          errors: 0,
          warnings: 1,
          concerned: false,
        },
      ],
      readiness: 'show' as const,
      questions: { open: 0, setting: 'show' as const },
      refusal: null,
      status,
    })),
    fake(contract.listCaseMasters, () => ({ listInfo: [] })),
    fake(contract.listCaseReceivers, () => ({
      listInfo: (['MFDS', 'FDA'] as const).map((receiver) => ({
        receiver,
        type: 'authority' as const,
        region: receiver === 'FDA' ? 'US' : 'KR',
        reasons: [],
        due: null,
        met: null,
        daysLeft: null,
        state: 'none' as const,
        format: 'XML',
        language: null,
        chosen: null,
      })),
      formats: ['XML', 'CIOMS'],
      retrievedAt: READ_AT,
      editable: true,
    })),
    fake(contract.readDistributionHistory, () => ({ listInfo: [] })),
    fake(contract.listVersions, () => ({
      listInfo: [2, 1].map((versionNo) => ({
        caseKey: CASE_KEY + versionNo - 1,
        versionNo,
        catalogueVersion: 'cafe',
        createdAt: READ_AT,
        createdBy: 'case.editor',
        createdByName: 'Kim Editor',
        reason: versionNo === 2 ? 'Reporter called again' : null,
        status: { ...status, superseded: versionNo === 1 },
      })),
    })),
    fake(contract.listSignatures, () => ({ listInfo: [] })),
    fake(contract.setCaseStatus, () => status),
    fake(contract.readItemAudit, () => ({ listInfo: history })),
    ...auditCalls(),
    fake(contract.verifyCaseAudit, () => ({
      whole: true,
      problem: null,
      saves: 3,
      brokenAt: null,
      head: 'a'.repeat(64),
      differences: [],
    })),
    fake(contract.announcePresence, () => ({ others: [], retrievedAt: READ_AT, changes: [] })),
    fake(contract.listPresence, () => ({ others: [] })),
    fake(contract.leavePresence, () => null),
    fake(contract.readJournalKey, () => ({ key: btoa('k'.repeat(32)) })),
    ...importCalls(),
  ];
};

function summaryOf(
  catalogue: ReturnType<typeof catalogueOf>,
  pageId: string,
  status: typeof STATUS,
): contract.DataOf<typeof contract.readSummary> {
  const group = catalogue.groups[catalogue.pages[pageId]?.group ?? ''];
  const { readOnly, readOnlyDetail, values } = samplePage(catalogue, pageId, 1, status);
  const texts = Object.fromEntries(
    values.map(({ itemId, value, nullFlavor }) => [itemId, { value, nullFlavor }]),
  );
  const columns = (group?.summary ?? []).flatMap((itemId) =>
    texts[itemId] ? [[itemId, texts[itemId]] as const] : [],
  );
  return {
    caseKey: CASE_KEY,
    page: pageId,
    rows: [1, 2, 3].map((rowNo) => ({
      rowNo,
      rowId: `${pageId}-${rowNo}`,
      deleted: rowNo === 3,
      values: Object.fromEntries(columns),
    })),
    retrievedAt: READ_AT,
    status,
    readOnly,
    readOnlyDetail,
  };
}

const patientItem = allItems.roles.patientInitials ?? '';
const history: contract.DataOf<typeof contract.readItemAudit>['listInfo'] = [
  {
    no: 2,
    time: READ_AT,
    old: '김OO',
    value: 'J.D.',
    action: 'change' as const,
    reason: 'Reporter called again',
  },
  {
    no: 1,
    time: '2026-01-05T01:00:00.000Z',
    old: null,
    value: '김OO',
    action: 'add' as const,
    reason: 'Initial Data',
  },
].map(({ no, time, old, value, action, reason }) => ({
  no,
  time,
  userId: 'case.editor',
  userName: 'Kim Editor',
  page: allItems.items[patientItem]?.page ?? '',
  itemId: patientItem,
  rowNo: 0,
  rowNo2: 0,
  rowNo3: 0,
  itemLabel: allItems.items[patientItem]?.label.en ?? '',
  action,
  oldValue: old,
  oldNullFlavor: null,
  oldNotation: null,
  value,
  nullFlavor: null,
  notation: null,
  reason,
  source: 'screen' as const,
  signed: null,
}));
