/** Cases begin, are copied, deleted rows come back, versions follow: along the chart of the status of a case. */
import { sql } from 'kysely';
import { allows, type CaseStatusEvent } from '../../machines/case-status/caseStatus.machine.ts';
import {
  addCase,
  createFollowUp,
  listPages,
  listVersions,
  setCaseStatus,
  setRowStatus,
} from '../../shared/contract/index.ts';
import { AMENDMENT, NULLIFICATION } from '../../shared/case/nullification.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { SECOND_MS } from '../simulatedClock.ts';
import { SPONSOR, type Answer } from '../simulatedServer.ts';
import type { Act, Deed, KnownVersion, Simulation } from '../simulation.types.ts';
import { contentOf } from '../caseContent.ts';
import { Violation } from '../violation.ts';
import { copyIsLawful, followUpIsLawful } from './copies.ts';
import { anyVersion, deed, isOpen, LATER, reasonOf, refusedAs, tracedDeed } from './choices.ts';
import { mayEnter, saveBy, valueOf } from './inventEdit.ts';

/** A version that was made just now. */
export const OPEN = {
  reviewed: false,
  locked: false,
  deleted: false,
  superseded: false,
  nullified: false,
  signatures: 0,
};

/** A new case, empty or a copy of another one. */
const add: Act = {
  name: 'add',
  weight: 4,
  run: async (simulation) => {
    const source = simulation.chance.percent(75) ? await sourceOfCopy(simulation) : undefined;
    const body = source ? { copyOf: { caseKey: source.caseKey, attachments: true } } : {};
    const answer = await simulation.server.call('case.editor', addCase, { body });
    if (answer.success) note(simulation, { caseKey: answer.data.caseKey, ...OPEN });
    const made = answer.success ? [answer.data.caseKey] : [];
    if (source && answer.success) await copyIsLawful(simulation, source.caseKey, answer.data.caseKey);
    return deed('case.editor', `adds ${source ? `a copy of ${source.caseKey}` : 'a case'}`, answer, made);
  },
};

/** Half of the times one with deleted rows, which a copy does not have. */
async function sourceOfCopy(simulation: Simulation): Promise<{ caseKey: number } | undefined> {
  const { chance, server } = simulation;
  if (chance.percent(50)) return anyVersion(simulation);
  const { rows } = await server.read((trx) =>
    sql<{ caseKey: number }>`
      select distinct case_key as "caseKey" from case_page_row
      where sponsor_key = ${SPONSOR} and deleted order by 1`.execute(trx),
  );
  return rows.length === 0 ? anyVersion(simulation) : chance.pick(rows);
}

const CHANGES = [
  ['REVIEW', 'Y', 'case.review', 'reviewed'],
  ['REVIEW', 'N', 'case.unreview', 'reviewed'],
  ['LOCK', 'Y', 'case.lock', 'locked'],
  ['LOCK', 'N', 'case.unlock', 'locked'],
  ['DELETE', 'Y', 'case.delete', 'deleted'],
  ['DELETE', 'N', 'case.restore', 'deleted'],
] as const;

/** Not every signature is one: it may be left out, or be that of another user. */
const signatureOf = ({ chance }: Simulation) =>
  chance.percent(75)
    ? { isValid: true, given: { signature: { meaning: 'approval', password: DEMO_PASSWORD } } }
    : chance.percent(50)
      ? { isValid: false, given: {} }
      : { isValid: false, given: { signature: { meaning: 'approval', password: 'of somebody else' } } };

const changeStatus: Act = {
  name: 'change status',
  weight: 10,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    // mostly what changes something
    const possible = CHANGES.filter(([, status, , flag]) => version[flag] !== (status === 'Y'));
    const [statusId, status, event, flag] = chance.pick(chance.percent(85) ? possible : CHANGES);
    const isSigned = statusId !== 'DELETE' && status === 'Y';
    const reason = reasonOf(simulation);
    const { isValid, given } = isSigned ? signatureOf(simulation) : { isValid: true, given: {} };
    const answer = await server.call('sponsor.admin', setCaseStatus, {
      params: { caseKey: version.caseKey },
      body: { statusId, status, reason, overrideReason: reason, retrievedAt: LATER, ...given },
    });
    const done = `${statusId}=${status} of ${version.caseKey}`;
    if (isValid) agreesWithChart(version, event, answer);
    else if (answer.success) throw new Violation('signatures', `${done} was not signed`);
    if (answer.success) version[flag] = status === 'Y';
    if (answer.success && isSigned) version.signatures += 1;
    return tracedDeed(simulation, 'sponsor.admin', done, answer, [version.caseKey]);
  },
};

/** Two users see the same status: the later change is refused. */
const changeStatusTogether: Act = {
  name: 'change status together',
  weight: 3,
  run: async (simulation) => {
    const { server } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    const { caseKey, reviewed } = version;
    const params = { caseKey };
    const seen = await server.call('case.editor', listVersions, { params });
    const status = seen.data.listInfo.find((one) => one.caseKey === caseKey)?.status;
    if (!status) throw new Violation('versions', `version ${caseKey} is not among those of its case`);
    const reason = reasonOf(simulation);
    server.clock.advance(SECOND_MS);
    const first = await server.call('sponsor.admin', setCaseStatus, {
      params,
      body: {
        statusId: 'REVIEW',
        status: reviewed ? 'N' : 'Y',
        reason,
        overrideReason: reason,
        retrievedAt: LATER,
        ...(!reviewed && { signature: { meaning: 'approval', password: DEMO_PASSWORD } }),
      },
    });
    agreesWithChart(version, reviewed ? 'case.unreview' : 'case.review', first);
    const done = tracedDeed(simulation, 'sponsor.admin', `reviews ${caseKey} before another`, first, [
      caseKey,
    ]);
    if (!first.success) return done;
    Object.assign(version, { reviewed: !reviewed, signatures: version.signatures + (reviewed ? 0 : 1) });
    const second = await server.call('case.editor', setCaseStatus, {
      params,
      body: { statusId: 'DELETE', status: 'Y', reason, retrievedAt: status.retrievedAt },
    });
    if (second.status !== 409)
      throw new Violation('no lost update', `${caseKey} was deleted by who had not seen its review`);
    return done;
  },
};

/** The chart decides. Steps of the workflow that are closed hold back edits only, which no event here is. */
function agreesWithChart(
  version: KnownVersion,
  event: CaseStatusEvent['type'],
  answer: Answer<unknown>,
): void {
  const isAllowed = allows({ ...version, stepClosed: false }, true, event);
  if (isAllowed && !answer.success)
    throw new Violation(
      'chart',
      `${event} of ${version.caseKey} is allowed, but the server answers ${refusedAs(answer)}`,
    );
  if (!isAllowed && answer.success)
    throw new Violation(
      'chart',
      `${event} of ${version.caseKey} is not allowed, but the server carries it out`,
    );
}

const followUp: Act = {
  name: 'follow up',
  weight: 5,
  run: async (simulation) => {
    const version = anyVersion(simulation);
    return version ? followUpOf(simulation, version) : null;
  },
};

export async function followUpOf(simulation: Simulation, version: KnownVersion): Promise<Deed> {
  const { chance, server } = simulation;
  const code = chance.percent(20) ? chance.pick([NULLIFICATION, AMENDMENT]) : null;
  const before = await contentOf(simulation, version.caseKey);
  const reason = reasonOf(simulation);
  const answer = await server.call('case.editor', createFollowUp, {
    params: { caseKey: version.caseKey },
    body: { reason, ...(code && { nullification: { code, reason } }) },
  });
  // what was never sent may not be withdrawn: the chart does not know of that
  if (code === null || answer.success) agreesWithChart(version, 'case.followUp', answer);
  const touched = [version.caseKey];
  if (answer.success) {
    version.superseded = true;
    note(simulation, { ...OPEN, nullified: code === NULLIFICATION, caseKey: answer.data.caseKey });
    touched.push(answer.data.caseKey);
    await followUpIsLawful(simulation, before, { code, reason, caseKey: answer.data.caseKey });
  }
  const what = `follows ${version.caseKey} up${code ? ` with ${code}` : ''}`;
  return tracedDeed(simulation, 'case.editor', what, answer, touched);
}

/** Deletes or restores a row of a page. */
const changeRow: Act = {
  name: 'change row',
  weight: 4,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    const { caseKey } = version;
    const { data } = await server.call('case.editor', listPages, { params: { caseKey } });
    const groups = server.deps.catalogue.whole.pages;
    const pages = data.pages.filter(({ page, rows }) => rows > 0 && groups[page]?.group);
    if (pages.length === 0) return null;
    const { page, rows } = chance.pick(pages);
    const status = chance.percent(75) ? 'Y' : 'N';
    const rowNo = chance.between(1, rows);
    const answer = await server.call('case.editor', setRowStatus, {
      params: { caseKey, page },
      body: {
        rowNos: [rowNo],
        status,
        reason: reasonOf(simulation),
        retrievedAt: LATER,
      },
    });
    holdsBack(version, answer);
    if (answer.success && status === 'Y') await editDeletedRow(simulation, caseKey, page, rowNo);
    const done = `row of ${page} of ${caseKey} deleted=${status}`;
    return tracedDeed(simulation, 'case.editor', done, answer, [caseKey]);
  },
};

/** Nothing is entered in a row that is deleted. */
async function editDeletedRow(
  simulation: Simulation,
  caseKey: number,
  page: string,
  rowNo: number,
): Promise<void> {
  const { chance, server, step } = simulation;
  const items = Object.values(server.deps.catalogue.whole.items).filter(
    (item) => mayEnter(item, page) && item.groups.length === 1 && item.control === 'text',
  );
  if (items.length === 0) return;
  const { itemId, maxLength } = chance.pick(items);
  const changes = [valueOf(itemId, { rowNo, value: `d${step}`.slice(0, maxLength ?? 20) })];
  const answer = await saveBy(simulation, 'case.editor', caseKey, { page, rowNo, rows: [], changes });
  if (answer.success) throw new Violation('deleted rows', `row ${rowNo} of ${page} of ${caseKey} was edited`);
}

/** Nothing is edited in a version that is locked, deleted or superseded. */
export function holdsBack(version: KnownVersion, answer: Answer<unknown>): void {
  if (!isOpen(version) && answer.success)
    throw new Violation('chart', `${version.caseKey} is closed, but was edited`);
}

const note = ({ versions }: Simulation, version: KnownVersion): void =>
  void versions.set(version.caseKey, version);

export const caseActs: readonly Act[] = [add, changeStatus, changeStatusTogether, followUp, changeRow];
