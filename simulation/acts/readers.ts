/** Users look at everything, and try what they may not. */
import type { Call } from '../../shared/contract/call.ts';
import * as contract from '../../shared/contract/index.ts';
import {
  listCases,
  listHomeReports,
  listMoments,
  listPages,
  listVersions,
  readCaseAudit,
  readHomeReports,
  readPage,
  readPageRow,
  readSummary,
  signIn,
  signOut,
} from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import type { CallPlace } from '../../tests/callPath.ts';
import { privilegesOf, seenByReader, seesCase } from '../oracles/access.ts';
import { HOUR_MS } from '../simulatedClock.ts';
import { ACCOUNTS, SPONSOR } from '../simulatedServer.ts';
import type { Act, Deed, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { anyVersion, isOpen, reading } from './choices.ts';

const BLIND = ['case.reader', 'case.editor', 'medical.reviewer'] as const;

const read: Act = {
  name: 'read',
  weight: 14,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    const { caseKey } = version;
    const by = chance.pick(BLIND);
    const pages = Object.values(server.deps.catalogue.whole.pages);
    const page = chance.pick(pages);
    const params = { caseKey, page: page.page };
    const ofCase: [Call, CallPlace][] = [
      [listPages, { params: { caseKey } }],
      [listVersions, { params: { caseKey } }],
      [readCaseAudit, { params: { caseKey }, query: { rowCount: 100 } }],
      [listMoments, { params: { caseKey } }],
      page.group === null
        ? [readPage, { params }]
        : chance.percent(50)
          ? [readPageRow, { params: { ...params, rowNo: 1 } }]
          : [readSummary, { params }],
    ];
    const lists: [Call, CallPlace][] = [
      [listCases, { query: { rowCount: 50 } }],
      [readHomeReports, { params: { sponsorKey: SPONSOR } }],
      [listHomeReports, { params: { sponsorKey: SPONSOR }, query: { rowCount: 50 } }],
    ];
    const isOfCase = chance.percent(75);
    const [call, place] = chance.pick(isOfCase ? ofCase : lists);
    const answer = await server.call(by, call, place);
    if (isOfCase && !(await seesCase(simulation, by, caseKey)) && answer.status !== 404)
      throw new Violation('row scope', `${call.path} answers ${answer.status} to ${by} of ${caseKey}`);
    mayNotEdit(by, call, answer.data);
    return reading(by, `reads ${call.path} of ${caseKey}`, answer);
  },
};

/** A page says so to who may only read. */
function mayNotEdit(by: string, call: Call, data: unknown): void {
  const isPage = call === readPage || call === readPageRow;
  if (by !== 'case.reader' || !isPage || typeof data !== 'object' || data === null) return;
  if ('readOnly' in data && data.readOnly === null)
    throw new Violation('privileges', `${call.path} offers ${by} to edit`);
}

/** Reads the page and the audit trail in which a blinded value was entered; what watches the answers finds a leak. */
export async function lookBlind(
  { chance, server }: Simulation,
  caseKey: number,
  page: string,
  rowNo: number,
): Promise<void> {
  const by = chance.pick(['case.editor', 'medical.reviewer'] as const);
  await server.call(by, readPageRow, { params: { caseKey, page, rowNo } });
  await server.call(by, readCaseAudit, { params: { caseKey }, query: { rowCount: 100 } });
}

/** A page of an open case that a user without the right to edit it sees. */
const readWithoutEditing: Act = {
  name: 'read without editing',
  weight: 3,
  run: async (simulation) => {
    const { versions, chance, server } = simulation;
    const seen = await seenByReader(simulation);
    const open = [...versions.values()].filter((one) => isOpen(one) && seen.has(one.caseKey));
    const forms = Object.values(server.deps.catalogue.whole.pages).filter(({ group }) => group === null);
    if (open.length === 0) return null;
    const { caseKey } = chance.pick(open);
    const { page } = chance.pick(forms);
    const answer = await server.call('case.reader', readPage, { params: { caseKey, page } });
    mayNotEdit('case.reader', readPage, answer.data);
    return reading('case.reader', `reads ${page} of ${caseKey}`, answer);
  },
};

/** Of the contract: those that need a privilege. */
const GUARDED = Object.values<unknown>(contract).filter(
  (one): one is Call & { access: readonly string[] } =>
    typeof one === 'object' && one !== null && 'path' in one && 'access' in one && Array.isArray(one.access),
);

const mayNot: Act = {
  name: 'may not',
  weight: 5,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    const by = chance.pick(BLIND);
    const own = await privilegesOf(simulation, by);
    const call = chance.pick(GUARDED.filter(({ access }) => !access.some((one) => own.has(one))));
    const keys = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(
      keys.map((name) => [name, name === 'caseKey' ? version.caseKey : name === 'sponsorKey' ? SPONSOR : 1]),
    );
    const answer = await server.call(by, call, { params, ...(call.method !== 'GET' && { body: {} }) });
    if (answer.status !== 403)
      throw new Violation('privileges', `${call.method} ${call.path} answers ${answer.status} to ${by}`);
    return reading(by, `tries ${call.path}`, answer);
  },
};

/** A session that is over, by its time or by its user, opens nothing. */
const useOldSession: Act = {
  name: 'use an old session',
  weight: 2,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const by = chance.pick(ACCOUNTS);
    const { data } = await server.send(signIn, { body: { userId: by, password: DEMO_PASSWORD } });
    const { token, userKey } = data;
    const isSignedOut = chance.percent(50);
    if (isSignedOut) {
      const params = { sponsorKey: SPONSOR, userKey };
      await server.send(signOut, { params, body: { reason: 'Simulated' } }, token);
    } else server.clock.advance(SESSION_LIMIT_MS);
    const answer = await server.send(listCases, { query: { rowCount: 1 } }, token);
    if (answer.status !== 401)
      throw new Violation('sessions', `one of ${by} that is over answers ${answer.status}`);
    return reading(by, 'uses a session that is over', answer);
  },
};

const SESSION_LIMIT_MS = 13 * HOUR_MS;

/** Only the password of the account opens it. */
const useWrongPassword: Act = {
  name: 'use a wrong password',
  weight: 1,
  run: async ({ chance, server }): Promise<Deed> => {
    const by = chance.pick(ACCOUNTS);
    const answer = await server.send(signIn, { body: { userId: by, password: `${DEMO_PASSWORD}?` } });
    if (answer.success) throw new Violation('sessions', `${by} signs in with a wrong password`);
    return reading(by, 'tries a wrong password', answer);
  },
};

export const readerActs: readonly Act[] = [read, readWithoutEditing, mayNot, useOldSession, useWrongPassword];
