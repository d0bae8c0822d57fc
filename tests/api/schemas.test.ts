/** Schema files that a sponsor publishes for itself, while the server runs. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { CATALOGUE_VERSION } from '../../shared/contract/call.ts';
import {
  checkSchemas,
  compareSides,
  downloadReport,
  dropSchemaDraft,
  listAppendices,
  listSchemaVersions,
  listVersions,
  createFollowUp,
  previewImpact,
  readCatalogue,
  readSchemaFiles,
  readSchemaVersion,
  saveSchemaDraft,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { insertSponsor } from '../../server/accounts/tenants.store.ts';
import { verifyChain } from '../../server/audit/verifyChain.ts';
import { caseWorldOn, itemValue, type CaseWorld } from './caseWorld.ts';
import type { DemoAccount, TestServer } from './harness.ts';
import {
  analystOf,
  KR,
  startSchemaWorld,
  withItem,
  withRequired,
  type Analyst,
  type SchemaWorld,
} from './schemaWorld.ts';

let world: SchemaWorld;
let here: TestServer;
/** another process over the same database */
let there: TestServer;
let cases: CaseWorld;
let analyst: Analyst;
let otherSponsor: number;
/** as the product has it */
let kr: string;

beforeAll(async () => {
  world = await startSchemaWorld();
  here = await world.start();
  there = await world.start();
  cases = await caseWorldOn(here);
  analyst = await analystOf(here);
  kr = world.read(KR);
  otherSponsor = await here.db.transaction().execute((trx) =>
    insertSponsor(trx, {
      companyName: 'Other',
      clientType: 'SPO',
      country: null,
      name: 'Other',
      timeZone: 'UTC',
      useWorkflow: false,
      defaultAppendix: 'KR',
    }),
  );
  await makeAnalyst('system.admin');
});
afterAll(() => world.stop());

/** A second one, who may publish for the demo's sponsor, and is assigned to the other sponsor without a role. */
async function makeAnalyst(userId: DemoAccount): Promise<void> {
  await here.db.transaction().execute(async (trx) => {
    const { user_key } = await trx
      .selectFrom('app_user')
      .select('user_key')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    await trx.insertInto('user_role').values({ sponsor_key: 1, user_key, role_id: 1 }).execute();
    await trx.insertInto('user_sponsor').values({ sponsor_key: otherSponsor, user_key }).execute();
  });
}

const catalogueOf = async (server: TestServer, token: string, query: object = {}, appendix = 'KR') => {
  const answer = await server.call(readCatalogue, { params: { appendix }, query: { ...query }, token });
  return { headers: answer.headers, items: (answer.data as unknown as Catalogue).items };
};
const editorAt = (server: TestServer) => server.token('case.editor');
const valueOf = async (caseKey: number, itemId: string) =>
  (await cases.page(caseKey, 'DM')).data.values.find((value) => value.itemId === itemId)?.value ?? null;

describe('publishing', () => {
  it('brings an item into the open forms, a save of it into the record, its label into the audit trail', async () => {
    const { caseKey } = await cases.aCase();
    const early = await catalogueOf(here, cases.editor);
    const faces = { measured: 24, faults: [] };
    const answer = await analyst.publish([{ file: KR, text: withItem(kr, 'KR.new.1') }], { faces });
    expect(answer).toMatchObject({
      status: 200,
      data: { versionNo: 1, active: true, changed: [KR], rolledBackTo: null, userId: 'sponsor.admin' },
    });
    const { headers, items } = await catalogueOf(here, cases.editor);
    expect(items['KR.new.1']).toMatchObject({ page: 'DM', label: { ko: 'Label of KR.new.1 ko' } });
    expect(early.items['KR.new.1']).toBeUndefined();
    expect(headers.get('etag')).not.toBe(early.headers.get('etag'));
    expect(headers.get(CATALOGUE_VERSION)).toBe(answer.data.catalogueVersion);
    expect(early.headers.get(CATALOGUE_VERSION)).toBe(here.deps.catalogue.whole.version);
    expect((await cases.save(caseKey, 'DM', [itemValue('KR.new.1', [], 'stored')])).status).toBe(200);
    expect(await valueOf(caseKey, 'KR.new.1')).toBe('stored');
    expect((await cases.audit(caseKey))[0]).toMatchObject({
      itemId: 'KR.new.1',
      itemLabel: 'Label of KR.new.1',
    });
    const [version] = (await here.call(listVersions, { params: { caseKey }, token: cases.reader })).data
      .listInfo;
    expect(version?.catalogueVersion).toBe(answer.data.catalogueVersion);
  });

  it('is seen by another process at its next request', async () => {
    expect((await catalogueOf(there, await editorAt(there))).items['KR.new.1']).toBeDefined();
    const { data } = await (await analystOf(there)).publish([{ file: KR, text: withItem(kr, 'KR.new.2') }]);
    const { headers, items } = await catalogueOf(here, cases.editor);
    expect([items['KR.new.1'], items['KR.new.2']?.itemId]).toEqual([undefined, 'KR.new.2']);
    expect(headers.get(CATALOGUE_VERSION)).toBe(data.catalogueVersion);
  });

  it('is nothing to another sponsor, nor to who only signs in', async () => {
    const admin = await here.token('system.admin');
    const { headers, items } = await catalogueOf(here, admin, { sponsorKey: otherSponsor });
    expect(items['KR.new.2']).toBeUndefined();
    expect(headers.get(CATALOGUE_VERSION)).toBe(here.deps.catalogue.whole.version);
    const { data } = await here.call(listSchemaVersions, {
      query: { sponsorKey: otherSponsor },
      token: admin,
    });
    expect(data.listInfo).toEqual([]);
  });

  it('compiles once for requests that come together', async () => {
    const third = await world.start();
    const token = await editorAt(third);
    const of = await Promise.all(Array.from({ length: 20 }, () => third.deps.catalogues.of(1, 2)));
    expect(new Set(of).size).toBe(1);
    expect((await catalogueOf(third, token)).items['KR.new.2']).toBeDefined();
  });

  it('costs a request no further statement', async () => {
    await here.call(listAppendices, { token: cases.reader });
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    await here.call(listAppendices, { token: cases.reader });
    expect(statements).toHaveBeenCalledTimes(1);
    statements.mockRestore();
  });

  it('is refused when somebody else was first, who is named', async () => {
    const stale = await analyst.publish([{ file: KR, text: withItem(kr, 'KR.new.3') }], { basedOn: 1 });
    expect(stale).toMatchObject({
      status: 409,
      errCode: 'SCHEMAS_CHANGED',
      details: { versionNo: 2, changedBy: 'Seo Ha-neul' },
    });
    const at = { basedOn: 2, reason: 'x' };
    const both = await Promise.all(
      ['KR.both.1', 'KR.both.2'].map((itemId) =>
        analyst.publish([{ file: KR, text: withItem(kr, itemId) }], at),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is refused with the place of each mistake, and without a reason or a change', async () => {
    const { versionNo } = await analyst.files();
    const broken = kr.replace('"page": "RP"', '"page": "XX"');
    const line = broken.slice(0, broken.indexOf('"XX"')).split('\n').length;
    expect(await analyst.publish([{ file: KR, text: broken }])).toMatchObject({
      status: 422,
      errCode: 'SCHEMAS_REFUSED',
      details: expect.arrayContaining([expect.objectContaining({ file: KR, line })]) as unknown,
    });
    const changes = [{ file: KR, text: broken }];
    const { data } = await here.call(checkSchemas, {
      body: { changes },
      token: await here.token('sponsor.admin'),
    });
    expect((await here.call(checkSchemas, { body: { changes }, token: cases.reader })).status).toBe(403);
    expect(data.findings).toContainEqual(expect.objectContaining({ file: KR, line, severity: 'error' }));
    const same = (await analyst.file(KR)).active;
    expect(await analyst.publish([{ file: KR, text: same }])).toMatchObject({ errCode: 'NO_SCHEMA_CHANGE' });
    expect((await analyst.publish([{ file: KR, text: kr }], { reason: ' ' })).status).toBe(400);
    expect(await analyst.publish([{ file: 'e2b/elements.json', text: '{}' }])).toMatchObject({
      errCode: 'NO_SCHEMA_FILE',
    });
    expect((await analyst.files()).versionNo).toBe(versionNo);
  });

  it('is refused where the browser found a field that is cut off, which is named with its language and width', async () => {
    const fault = {
      appendix: 'KR',
      itemId: 'KR.new.1',
      language: 'ko',
      state: 'empty',
      kind: 'cutOff',
      what: 'Label of KR.new.1 ko',
      width: 400,
    };
    const changes = [{ file: KR, text: withItem(kr, 'KR.new.2') }];
    expect(await analyst.publish(changes, { faces: { measured: 24, faults: [fault] } })).toMatchObject({
      status: 422,
      errCode: 'FACES_FAULTY',
      errMsg: expect.stringMatching(/KR\.new\.1, ko, 400 px: Label of .*Shorten the label/) as string,
      details: { faults: [fault] },
    });
  });

  it('is refused where the product would lose an item it finds by its role', async () => {
    const page = world.read('pages/CI.page.json').replace('"role": "creationDate",', '');
    expect(await analyst.publish([{ file: 'pages/CI.page.json', text: page }])).toMatchObject({
      errCode: 'SCHEMAS_REFUSED',
      details: [
        {
          rule: 'role.lost',
          file: 'pages/CI.page.json',
          message: expect.stringContaining('creationDate') as string,
        },
      ],
    });
  });

  it('is audited in a chain of its own, and stays what it was', async () => {
    const chain = { sponsorKey: 1, scope: 'schemas', scopeKey: 0 } as const;
    const report = await cases.query((trx) =>
      verifyChain(trx, chain, { keys: here.deps.auditKeys, anchored: null }),
    );
    const { versionNo } = await analyst.files();
    expect(report).toMatchObject({ whole: true, saves: versionNo });
    const measured = cases.query((trx) =>
      trx
        .selectFrom('audit_entry')
        .select('properties')
        .where('scope', '=', 'schemas')
        .where('save_no', '=', 1)
        .where('entry_no', '=', 1)
        .execute(),
    );
    // what the browser of the publisher has measured
    expect(await measured).toEqual([{ properties: { facesMeasured: 24 } }]);
    const table = cases.query((trx) =>
      trx.updateTable('schema_version').set({ reason: 'another' }).execute(),
    );
    await expect(table).rejects.toThrow(/permission denied/);
    await expect(cases.query((trx) => trx.deleteFrom('schema_text').execute())).rejects.toThrow(
      /permission denied/,
    );
  });
});

describe('a value of an item that is gone', () => {
  it('stays through rollback, save, follow-up, compare, export and comes back with the item', async () => {
    await analyst.publish([{ file: KR, text: withItem(kr, 'KR.gone.1') }]);
    const { caseKey } = await cases.aCase();
    await cases.save(caseKey, 'DM', [itemValue('KR.gone.1', [], 'kept'), itemValue('D.1', [], 'A')]);
    const back = await analyst.rollBack(0);
    expect(back.data).toMatchObject({ rolledBackTo: 0, changed: [KR], active: true });
    expect((await catalogueOf(here, cases.editor)).items['KR.gone.1']).toBeUndefined();
    expect(await valueOf(caseKey, 'KR.gone.1')).toBe('kept');
    expect((await cases.save(caseKey, 'DM', [itemValue('D.1', [], 'B')])).status).toBe(200);
    expect(
      (await cases.save(caseKey, 'DM', [itemValue('KR.gone.1', [], 'from a tab left open')])).status,
    ).toBe(200);
    const followUp = await here.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: cases.editor,
    });
    const next = followUp.data.caseKey;
    expect(await valueOf(next, 'KR.gone.1')).toBe('from a tab left open');
    expect((await cases.audit(next)).find(({ itemId }) => itemId === 'KR.gone.1')).toMatchObject({
      itemLabel: 'Label of KR.gone.1',
    });
    const sides = [caseKey, next].map((key) => ({ kind: 'version', caseKey: key }));
    const compared = await here.call(compareSides, {
      params: { caseKey },
      body: { older: sides[0], newer: sides[1] },
      token: cases.editor,
    });
    expect(compared.status).toBe(200);
    const whole = await here.call(verifyCaseAudit, { params: { caseKey }, token: cases.editor });
    expect(whole.data.whole).toBe(true);
    const xml = await here.call(downloadReport, {
      params: { caseKey: next, reportId: 'XML' },
      query: {},
      token: cases.editor,
    });
    expect(xml.status).toBe(200);
    expect(xml.bytes.toString()).not.toContain('from a tab left open');
    await analyst.publish([{ file: KR, text: withItem(kr, 'KR.gone.1') }]);
    expect((await catalogueOf(here, cases.editor)).items['KR.gone.1']).toBeDefined();
    expect(await valueOf(next, 'KR.gone.1')).toBe('from a tab left open');
  });

  it('cannot be put elsewhere, where nobody would find it', async () => {
    const elsewhere = withItem(kr, 'KR.gone.1', { page: 'SD', after: 'C.3.1' });
    const answer = await analyst.publish([{ file: KR, text: elsewhere }]);
    expect(answer).toMatchObject({ errCode: 'SCHEMAS_REFUSED', details: [{ rule: 'item.moved', file: KR }] });
    const free = withItem(withItem(kr, 'KR.gone.1'), 'KR.free.1');
    await analyst.publish([{ file: KR, text: free }]);
    const moved = withItem(withItem(kr, 'KR.gone.1'), 'KR.free.1', { page: 'SD', after: 'C.3.1' });
    expect((await analyst.publish([{ file: KR, text: moved }])).status).toBe(200);
  });

  it('can be put elsewhere once it is emptied, and the audit trail is whole with a value there', async () => {
    await analyst.publish([{ file: KR, text: withItem(kr, 'KR.empty.1') }]);
    const { caseKey } = await cases.aCase();
    await cases.save(caseKey, 'DM', [itemValue('KR.empty.1', [], 'first')]);
    const elsewhere = withItem(kr, 'KR.empty.1', { page: 'SD', after: 'C.3.1' });
    expect((await analyst.publish([{ file: KR, text: elsewhere }])).errCode).toBe('SCHEMAS_REFUSED');
    await cases.save(caseKey, 'DM', [itemValue('KR.empty.1', [], {})]);
    expect((await analyst.publish([{ file: KR, text: elsewhere }])).status).toBe(200);
    const second = itemValue('KR.empty.1', [], 'second');
    expect((await cases.save(caseKey, 'SD', [second], { token: cases.second })).status).toBe(200);
    const { data } = await cases.page(caseKey, 'SD');
    expect(data.values).toContainEqual(expect.objectContaining({ itemId: 'KR.empty.1', value: 'second' }));
    const whole = await here.call(verifyCaseAudit, { params: { caseKey }, token: cases.editor });
    expect(whole.data).toMatchObject({ whole: true });
    await analyst.publish([{ file: KR, text: kr }]);
  });

  it('keeps its rows: a page with values in a group does not become a page of rows, nor the group one that borrows them', async () => {
    const file = 'pages/RW.page.json';
    const label = { en: 'Rows', ko: '행', ja: '行', zh: '行' };
    const rows = { group: 'RW.r', label, rowLabel: label, summary: ['RW.r.1'] };
    const content = [{ itemId: 'RW.r.1', label, control: 'text', maxLength: 60 }];
    const page = (more: object) => JSON.stringify({ page: 'RW', label, kind: 'form', next: null, ...more });
    const inGroup = (more: object = {}) => page({ content: [{ ...rows, content, ...more }] });
    await analyst.publish([{ file, text: inGroup() }]);
    const { caseKey } = await cases.aCase();
    const row = { group: 'RW.r', rowNo: 1, rowNo2: 0, rowNo3: 0, rowId: crypto.randomUUID(), sort: 1 };
    const more = { rows: [{ ...row, deleted: false }] };
    expect((await cases.save(caseKey, 'RW', [itemValue('RW.r.1', [1], 'mine')], more)).status).toBe(200);
    for (const text of [page({ kind: 'rows', rows, content }), inGroup({ rowsOf: 'E.i' })])
      expect(await analyst.publish([{ file, text }])).toMatchObject({
        errCode: 'SCHEMAS_REFUSED',
        details: [{ rule: 'item.moved', file }],
      });
    await analyst.publish([{ file, text: null }]);
  });
});

describe('versions', () => {
  it('are listed, read, and compiled again as they were', async () => {
    const { data } = await here.call(listSchemaVersions, { token: cases.reader });
    const numbers = data.listInfo.map(({ versionNo }) => versionNo);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(data.listInfo.filter(({ active }) => active)).toHaveLength(1);
    const first = await here.call(readSchemaVersion, { params: { versionNo: 1 }, token: cases.reader });
    expect(first.data).toMatchObject({
      version: { versionNo: 1, active: false },
      changes: [{ file: KR, text: withItem(kr, 'KR.new.1'), product: kr }],
    });
    const none = await here.call(readSchemaVersion, { params: { versionNo: 0 }, token: cases.reader });
    expect(none.data).toEqual({ version: null, changes: [] });
    const lost = await here.call(readSchemaVersion, { params: { versionNo: 999 }, token: cases.reader });
    expect(lost.errCode).toBe('SCHEMA_VERSION_NOT_FOUND');
    const version = first.data.version?.catalogueVersion ?? '';
    const then = await there.deps.catalogues.atVersion(1, version);
    expect(then?.whole.version).toBe(version);
    expect(then?.whole.items['KR.new.1']?.label.en).toBe('Label of KR.new.1');
  });
});

describe('a draft', () => {
  const save = async (token: string, body: object) =>
    here.call(saveSchemaDraft, {
      body: { file: KR, base: (await analyst.file(KR)).hash, ...body },
      token,
    });

  it('is kept for all, and not written over unseen', async () => {
    const token = await here.token('sponsor.admin');
    const first = await save(token, { text: 'draft 1', basedOn: null });
    expect(await analyst.file(KR)).toMatchObject({
      origin: 'draft',
      text: 'draft 1',
      draftBy: 'Seo Ha-neul',
      draftAt: first.data.draftAt,
    });
    const admin = await here.token('system.admin');
    expect(await save(admin, { text: 'draft 2', basedOn: null })).toMatchObject({
      status: 409,
      errCode: 'DRAFT_CHANGED',
      details: { draftBy: 'Seo Ha-neul', draftAt: first.data.draftAt },
    });
    const second = await save(admin, { text: 'draft 2', basedOn: first.data.draftAt });
    expect((await save(token, { text: 'draft 3', basedOn: first.data.draftAt })).status).toBe(409);
    await here.call(dropSchemaDraft, { query: { file: KR }, token });
    expect((await save(token, { text: 'draft 3', basedOn: second.data.draftAt })).details).toBeNull();
    expect((await analyst.file(KR)).draftAt).toBeNull();
  });

  it('is shown only to users who may publish', async () => {
    const token = await here.token('sponsor.admin');
    await save(token, { text: withItem(kr, 'KR.secret.1'), basedOn: null });
    const filesOf = async (as: string) => (await here.call(readSchemaFiles, { token: as })).data;
    expect(JSON.stringify(await filesOf(token))).toContain('KR.secret.1');
    for (const as of [cases.reader, cases.editor]) {
      const read = await filesOf(as);
      const file = read.files.find((one) => one.file === KR);
      expect(file).toMatchObject({ text: file?.active, draftBy: null, draftAt: null });
      expect(JSON.stringify(read)).not.toContain('KR.secret.1');
    }
    await here.call(dropSchemaDraft, { query: { file: KR }, token });
  });

  it('is forgotten when it is published as it is', async () => {
    const token = await here.token('sponsor.admin');
    const text = withItem(kr, 'KR.draft.1');
    await save(token, { text, basedOn: null });
    await analyst.publish([{ file: KR, text }]);
    expect(await analyst.file(KR)).toMatchObject({ origin: 'published', text, draftAt: null });
    await save(token, { text: 'still at work', basedOn: null });
    await analyst.publish([{ file: KR, text: withItem(kr, 'KR.draft.2') }]);
    expect(await analyst.file(KR)).toMatchObject({
      origin: 'draft',
      text: 'still at work',
      outdated: { base: text },
    });
    await here.call(dropSchemaDraft, { query: { file: KR }, token });
  });

  it('does not undo what was published since it was begun', async () => {
    const token = await here.token('sponsor.admin');
    const begun = await analyst.file(KR);
    const mine = withItem(begun.active ?? '', 'KR.mine.1');
    const theirs = withItem(begun.active ?? '', 'KR.theirs.1');
    const { data } = await save(token, { text: mine, basedOn: null });
    await analyst.publish([{ file: KR, text: theirs }]);
    const outdated = await analyst.file(KR);
    expect(outdated).toMatchObject({ text: mine, active: theirs, outdated: { base: begun.active } });
    const refused = { status: 409, errCode: 'DRAFT_OUTDATED', details: { file: KR } };
    expect(await analyst.publish([{ file: KR, text: mine }])).toMatchObject(refused);
    // a window that has not seen the publication cannot hide it by its next draft
    const blind = { text: `${mine} `, basedOn: data.draftAt, base: begun.hash };
    expect(await save(token, blind)).toMatchObject(refused);
    const both = withItem(theirs, 'KR.mine.1');
    expect((await save(token, { text: both, basedOn: data.draftAt })).status).toBe(200);
    expect((await analyst.file(KR)).outdated).toBeNull();
    expect((await analyst.publish([{ file: KR, text: both }])).status).toBe(200);
  });

  it('is outdated by a rollback as well, which another process has not to be told', async () => {
    const token = await here.token('sponsor.admin');
    const { active, hash } = await analyst.file(KR);
    await save(token, { text: 'at work', basedOn: null });
    await analyst.rollBack(0);
    expect(await analyst.file(KR)).toMatchObject({ active: kr, outdated: { base: active } });
    const other = await there.token('sponsor.admin');
    const body = { file: KR, text: 'blind', basedOn: null, base: hash };
    expect((await there.call(saveSchemaDraft, { body, token: other })).errCode).toBe('DRAFT_OUTDATED');
    await here.call(dropSchemaDraft, { query: { file: KR }, token });
  });
});

describe('the impact', () => {
  it('names in portions which cases differ, and in what: findings, values that would not be seen', async () => {
    await analyst.publish([{ file: KR, text: withItem(kr, 'KR.seen.1') }]);
    const { caseKey } = await cases.aCase();
    await cases.save(caseKey, 'DM', [itemValue('KR.seen.1', [], 'seen')]);
    const changes = [{ file: KR, text: withRequired(kr, 'D.5', { MFDS: 'M' }) }];
    const token = await here.token('sponsor.admin');
    const portion = async (after: number) =>
      (await here.call(previewImpact, { body: { changes, after, limit: 7 }, token })).data;
    const portions = [await portion(0)];
    for (let last = portions[0]; last?.next; last = portions.at(-1)) portions.push(await portion(last.next));
    const found = portions.flatMap((one) => one.cases);
    const checked = portions.reduce((sum, one) => sum + one.checked, 0);
    expect(portions.length).toBeGreaterThan(2);
    expect(checked).toBe(portions[0]?.total);
    expect(found).toContainEqual(
      expect.objectContaining({
        caseKey,
        differences: expect.arrayContaining([
          expect.objectContaining({
            kind: 'value',
            where: 'KR',
            name: 'KR.seen.1',
            before: 'seen',
            after: null,
          }),
          expect.objectContaining({ kind: 'finding', where: 'MFDS', name: 'item.missing D.5', before: null }),
        ]),
      }),
    );
    expect((await catalogueOf(here, cases.editor)).items['KR.seen.1']).toBeDefined();
  });
});
