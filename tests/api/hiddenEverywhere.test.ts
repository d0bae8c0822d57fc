/** Items that a role hides, and cases out of scope, through every call that reads: a call that is added is asked, too. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '../../shared/contract/call.ts';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import { CALLS } from '../../server/http/openApi.ts';
import { insertRole } from '../../server/accounts/tenants.store.ts';
import { fetchAcknowledgement, importFile } from '../../shared/contract/index.ts';
import { pdfText } from '../pdfText.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { reportXml } from './importReports.ts';
import { projectionsCurrent } from './projectionWorld.ts';
import { setItemRights } from './setItemRights.ts';

/** part of each text that is hidden */
const MARK = 'Qzxv';
/** by page, and the row it is in */
const TEXTS: readonly (readonly [page: string, itemId: string, rowNo?: number])[] = [
  ['DM', 'D.1'],
  ['DM', 'D.7.2'],
  ['NR', 'H.1'],
  ['RP', 'C.2.r.1.2', 1],
  ['AE', 'E.i.1.1a', 1],
  ['LB', 'F.r.3.4', 1],
  ['DG', 'G.k.2.2', 1],
];
const HIDDEN = TEXTS.map(([, itemId]) => itemId);
const [LIMITED, OPEN, ELSEWHERE] = [77, 78, 79];
const [SENDER, OTHER_SENDER] = [1, 2];

/** They answer megabytes, without a case, or end the session. */
const EXCLUDED = new Set([
  'readCatalogue',
  'readCatalogueOf',
  'readChecks',
  'readSchemaFiles',
  'signOut',
  'endView',
]);
/** Calls that an open reader gets such a text by; the guard would be none if they answered without. */
const TELLING = [
  'compareSides',
  'downloadReport',
  'listCaseAudit',
  'listCases',
  'listCoding',
  'listDuplicates',
  'listWarnings',
  'readAuthor',
  'readCaseAudit',
  'readCaseContent',
  'readExpectedness',
  'readImport',
  'readImportsOfCase',
  'readItemAudit',
  'readMatrix',
  'readMoment',
  'readPage',
  'readPageRow',
  'readR2Losses',
  'readSummary',
  'writeNarrative',
];

let world: CaseWorld;
let caseKey: number;
/** of an imported message with an element that no item takes */
const imported: { dataKey: number; caseKey: number }[] = [];
/** by the name of a parameter, what a call is asked for; others lead to the first of its kind */
let pool: Readonly<Record<string, readonly unknown[]>>;
let bodies: Readonly<Record<string, unknown>>;
const tokens = new Map<number, string>();
beforeAll(async () => {
  world = await startCaseWorld();
  const { server } = world;
  ({ caseKey } = await world.aCase(SENDER));
  const twin = await world.aCase(SENDER);
  for (const key of [caseKey, twin.caseKey])
    for (const [page, itemId, rowNo] of TEXTS) {
      // the row is there, or is made by its first value
      const save = (no?: number) =>
        world.save(
          key,
          page,
          [itemValue(itemId, no === undefined ? [] : [no], `${MARK} of ${itemId}`)],
          no === undefined ? {} : { rowNo: no },
        );
      const first = await save(rowNo);
      expect(first.status === 200 ? first : await save(0), itemId).toMatchObject({ status: 200 });
    }
  await importWithUnreadText();
  for (const roleId of [LIMITED, OPEN, ELSEWHERE]) {
    await world.query((trx) =>
      insertRole(trx, 1, { roleId, name: `Role ${roleId}`, privileges: PRIVILEGES }),
    );
    tokens.set(
      roleId,
      await world.limitedUser(
        `reader.${roleId}`,
        roleId === ELSEWHERE ? { senderKeys: [OTHER_SENDER] } : {},
        roleId,
      ),
    );
  }
  const rights = HIDDEN.map((itemId) => ({ itemId, right: 'hidden' as const }));
  expect(await setItemRights(server, { token: world.second, roleId: LIMITED, rights })).toMatchObject({
    status: 200,
  });
  await projectionsCurrent(server);
  pool = {
    caseKey: [caseKey, ...imported.map((one) => one.caseKey)],
    dataKey: imported.map((one) => one.dataKey),
    otherKey: [twin.caseKey],
    page: ['DM', 'NR', 'RP', 'AE', 'LB', 'DG', 'AT'],
    group: ['G.k.9.i'],
    itemId: HIDDEN,
    menuId: [...server.app.lists.keys()],
    reportId: ['CIOMS', 'MEDWATCH', 'READABLE', 'JPN-APPENDIX', 'XML', 'R2'],
    saveNo: [1, 2, 3, 4, 5, 6, 7],
    roleId: [LIMITED],
    id: ['me'],
  };
  const nothing = { values: [], rows: [] };
  bodies = {
    checkCasesStatus: { caseKeys: [caseKey], status: 'Y' },
    checkRowStatus: { rowNos: [1], status: 'Y' },
    compareSides: { older: { kind: 'moment', saveNo: 1 }, newer: { kind: 'moment', saveNo: 8 }, all: true },
    compareTyped: { content: nothing },
    listDuplicates: { caseKey },
    proposeTextValues: { changes: [], rows: [] },
    readExpectednessOfEdits: { changes: [], rows: [] },
    readMessageLines: nothing,
    validateBatchWorkflow: { caseKeys: [caseKey] },
  };
});
afterAll(() => world.server.stop());

async function importWithUnreadText(): Promise<void> {
  const unread = `<unread>${MARK} of a text</unread>`;
  const r3 = await reportXml({ id: 'KR-UNREAD' });
  const r2 = `<ichicsr lang="en"><ichicsrmessageheader><messagenumb>B-1</messagenumb></ichicsrmessageheader><safetyreport><safetyreportid>KR-UNREAD-2</safetyreportid><patient><patientinitial>A.B.</patientinitial>${unread}</patient></safetyreport></ichicsr>`;
  for (const bytes of [r3.replace('</investigationEvent>', `${unread}</investigationEvent>`), r2]) {
    const { data } = await world.server.call(importFile, {
      params: { sponsorKey: 1 },
      file: { name: 'unread.xml', bytes },
      token: world.editor,
    });
    imported.push({ dataKey: data.dataKey, caseKey: data.cases[0]?.caseKey ?? 0 });
  }
}

const readers = CALLS.filter(
  ([name, { method, whileViewing }]) => (method === 'GET' || whileViewing) && !EXCLUDED.has(name),
);

/** Each way to ask a call for what the pool has. */
function requestsOf({ path, query }: Call) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const known: string[] = Object.keys((query as { properties?: object } | undefined)?.properties ?? {});
  const each = (params: readonly string[]) =>
    params.reduce<Record<string, unknown>[]>(
      (all, name) => all.flatMap((one) => (pool[name] ?? [1]).map((value) => ({ ...one, [name]: value }))),
      [{}],
    );
  const shared = {
    ...(known.includes('rowCount') && { rowCount: 100 }),
    ...(known.includes('caseKey') && { caseKey }),
    ...(known.includes('rowNo') && { rowNo: 1 }),
  };
  return each(names).flatMap((params) =>
    each(known.includes('itemId') && !names.includes('itemId') ? ['itemId'] : []).map((more) => ({
      params,
      query: { ...shared, ...more },
    })),
  );
}

/** The calls by which the user gets a text of the case, and those that failed. */
async function telling(roleId: number, calls: typeof CALLS) {
  const found = new Set<string>();
  const failed = new Set<string>();
  const token = tokens.get(roleId) ?? '';
  for (const [name, call] of calls)
    for (const request of requestsOf(call)) {
      const { status, bytes } = await world.server.call(call, { ...request, body: bodies[name], token });
      const isPdf = bytes.subarray(0, 4).toString() === '%PDF';
      if (status >= 500) failed.add(name);
      if ((isPdf ? await pdfText(bytes) : bytes.toString()).includes(MARK)) found.add(name);
    }
  return { found: [...found].toSorted(), failed: [...failed] };
}

it('come out by no call, of all that tell their texts to others', async () => {
  const open = readers.filter(([name]) => TELLING.includes(name));
  expect(await telling(OPEN, open)).toEqual({ found: TELLING, failed: [] });
  for (const roleId of [LIMITED, ELSEWHERE])
    expect(await telling(roleId, readers), `role ${roleId}`).toEqual({ found: [], failed: [] });
});

it('are not named to others by the acknowledgement of an import', async () => {
  const fetched = async (roleId: number) => {
    const params = { dataKey: imported[0]?.dataKey ?? 0, batchNo: 1 };
    return (await world.server.call(fetchAcknowledgement, { params, token: tokens.get(roleId) ?? '' }))
      .status;
  };
  expect([await fetched(OPEN), await fetched(LIMITED)]).toEqual([200, 403]);
});
