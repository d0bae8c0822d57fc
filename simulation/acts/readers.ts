/** A user who may only read looks at everything, and tries to change what they see. */
import type { Call } from '../../shared/contract/call.ts';
import {
  listCases,
  listMoments,
  listPages,
  readCaseAudit,
  readHomeReports,
  readPage,
  readPageRow,
  savePage,
  setCaseStatus,
} from '../../shared/contract/index.ts';
import type { CallPlace } from '../../tests/callPath.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Act } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { anyVersion, deed, LATER } from './choices.ts';

const BLIND = ['case.reader', 'case.editor', 'medical.reviewer'] as const;

const read: Act = {
  name: 'read',
  weight: 10,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    const { caseKey } = version;
    const by = chance.pick(BLIND);
    const pages = Object.values(server.deps.catalogue.whole.pages);
    const page = chance.pick(pages);
    const places: [Call, CallPlace][] = [
      [listCases, { query: { rowCount: 50 } }],
      [listPages, { params: { caseKey } }],
      [readCaseAudit, { params: { caseKey }, query: { rowCount: 100 } }],
      [listMoments, { params: { caseKey } }],
      [readHomeReports, { params: { sponsorKey: SPONSOR } }],
      page.group === null
        ? [readPage, { params: { caseKey, page: page.page } }]
        : [readPageRow, { params: { caseKey, page: page.page, rowNo: chance.between(1, 2) } }],
    ];
    const [call, place] = chance.pick(places);
    const answer = await server.call(by, call, place);
    return deed(by, `reads ${call.path} of ${caseKey}`, answer, []);
  },
};

const mayNot: Act = {
  name: 'may not',
  weight: 2,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    const params = { caseKey: version.caseKey };
    const [call, input] = chance.pick([
      [
        savePage,
        { params: { ...params, page: 'DM' }, body: { reason: 'x', retrievedAt: LATER, changes: [] } },
      ],
      [setCaseStatus, { params, body: { statusId: 'DELETE', status: 'Y', reason: 'x', retrievedAt: LATER } }],
    ] as const);
    const answer = await server.call('case.reader', call, input);
    if (answer.status !== 403)
      throw new Violation('privileges', `${call.path} answers ${answer.status} to a reader`);
    return deed('case.reader', `tries ${call.path}`, answer, []);
  },
};

export const readerActs: readonly Act[] = [read, mayNot];
