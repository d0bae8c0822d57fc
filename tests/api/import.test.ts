/** Reports coming in as files, and going out again. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCase,
  downloadReport,
  importFile,
  listCases,
  readAuthor,
  readCaseAudit,
  readDistributionHistory,
  readImport,
  readPageRow,
  readR2Losses,
  readRowFile,
  savePage,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { OMITTED_ITEMS } from '../../shared/contract/call.ts';
import { writeIcsrText } from '../../shared/e2b/index.ts';
import { livingContent } from '../../shared/replay/contents.ts';
import { readCaseContent } from '../../server/cases/record/readCase.store.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { schemaCheckIn } from '../../server/messages/schemaCheck.ts';
import { instances, present, referenceDir } from '../conformance/reference.ts';
import { elementOf, textsOf, wholeMessage, withText, xmlOf } from '../conformance/r2Report.ts';
import { catalogue, itemsOf, map, ports, readAll } from '../conformance/roundTrip.ts';
import { caseKeyOf } from './caseRows.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';
import { reportXml } from './importReports.ts';
import { underOwnNumbers } from './ownNumbers.ts';
import { zipOf } from '../../shared/testing/zip.ts';

const xsdDir = process.env['CASEWRIGHT_XSD_DIR'] ?? join(referenceDir, 'schemas-xsd');
const validate = schemaCheckIn(xsdDir);

let server: TestServer;
let token: string;
/** Of a user who may unblind; an editor's XML leaves blinded values out (decision 0035). */
let unblinded: string;
beforeAll(async () => {
  server = await startTestServer({ env: { CASEWRIGHT_XSD_DIR: xsdDir } });
  token = await server.token('case.editor');
  unblinded = await server.token('sponsor.admin');
});
afterAll(() => server.stop());

const params = { sponsorKey: 1 };
type Bytes = Uint8Array<ArrayBuffer> | string;

const upload = (name: string, bytes: Bytes, query = {}) =>
  server.call(importFile, { token, params, query, file: { name, type: 'application/xml', bytes } });

const exported = (caseKey: number | null, query = {}) =>
  server.call(downloadReport, { token: unblinded, params: { caseKey, reportId: 'XML' }, query });

async function countCases(): Promise<number> {
  const { data } = await server.call(listCases, { token, query: { rowCount: 1 } });
  return data.pageInfo.totalCount;
}

describe('an import', () => {
  it('makes a case of each message of a batch, and keeps what it did', async () => {
    const before = await countCases();
    const { data, status } = await upload('two.xml', await reportXml({ id: 'KR-A-1' }, { id: 'KR-A-2' }));

    expect(status).toBe(200);
    expect(data.cases).toMatchObject([
      { decision: 'new', fileName: 'two.xml', message: 1, problem: null },
      { decision: 'new', fileName: 'two.xml', message: 2, problem: null },
    ]);
    expect(await countCases()).toBe(before + 2);
    const answer = await server.call(readImport, { token, params: { ...params, dataKey: data.dataKey } });
    expect(answer.data).toEqual(data);
    const caseKey = data.cases[0]?.caseKey;
    const audit = await server.call(readCaseAudit, { token, params: { caseKey } });
    expect(
      audit.data.listInfo.every(({ source, reason }) => source === 'import' && reason === 'Import two.xml'),
    ).toBe(true);
    const chain = await server.call(verifyCaseAudit, { token, params: { caseKey } });
    expect(chain.data.whole).toBe(true);
    const query = { itemId: catalogue.roles['caseNumber'] };
    const author = await server.call(readAuthor, { token, params: { caseKey }, query });
    expect(author.data.last?.provenance).toEqual({ by: 'import', file: 'two.xml', line: null });
  });

  it('stores what the rules object to, and tells the objections', async () => {
    const { data } = await upload('odd.xml', await reportXml({ id: 'KR-B-1', created: '2025' }));
    const [found] = data.cases;
    expect(found).toMatchObject({ decision: 'new' });
    expect(found?.findings.map(({ ruleId, itemId }) => `${ruleId} ${itemId}`)).toContain(
      'date.tooImprecise C.1.2',
    );
  });

  it('stores numbers of any length, and knows the case by them', async () => {
    const xml = await reportXml({ id: `KR-${randomBytes(4000).toString('hex')}` });
    expect((await upload('long.xml', xml)).data.cases).toMatchObject([{ decision: 'new' }]);
    expect((await upload('long.xml', xml)).data.cases).toMatchObject([
      { decision: 'refused', problem: 'Already imported' },
    ]);
  });

  it('refuses a report it has, and takes a newer version of it as follow-up', async () => {
    const first = await upload('first.xml', await reportXml({ id: 'KR-C-1' }));
    const again = await upload('again.xml', await reportXml({ id: 'KR-C-1' }));
    const known = first.data.cases[0];
    expect(again.data.cases).toMatchObject([
      { decision: 'refused', problem: 'Already imported', caseKey: known?.caseKey, caseNo: known?.caseNo },
    ]);

    const later = await reportXml({
      id: 'KR-C-1',
      created: '20250601120000+0000',
      narrative: 'More is known.',
    });
    const followUp = await upload('later.xml', later);
    expect(followUp.data.cases).toMatchObject([{ decision: 'followUp', caseNo: known?.caseNo }]);
    const old = await upload('old.xml', await reportXml({ id: 'KR-C-1' }));
    expect(old.data.cases).toMatchObject([{ decision: 'refused', problem: 'Already imported' }]);

    const audit = await server.call(readCaseAudit, {
      token,
      params: { caseKey: followUp.data.cases[0]?.caseKey },
      query: { page: 'NR' },
    });
    expect(audit.data.listInfo[0]).toMatchObject({
      oldValue: 'Invented.',
      value: 'More is known.',
      source: 'import',
    });
  });

  it('takes a report without a time of creation for no version that it has', async () => {
    const untimed = async (narrative: string): Promise<string> =>
      (await reportXml({ id: 'KR-C-2', narrative }))
        .replace(/<creationTime value="2025[^>]*>/g, '<creationTime/>')
        .replace(/<effectiveTime value="2025[^>]*>/g, '');
    expect((await upload('first.xml', await untimed('First.'))).data.cases).toMatchObject([
      { decision: 'new' },
    ]);
    expect((await upload('later.xml', await untimed('More is known.'))).data.cases).toMatchObject([
      { decision: 'followUp' },
    ]);
  });

  it('makes one case of a report that is sent twice at once', async () => {
    const xml = await reportXml({ id: 'KR-D-1' });
    const answers = await Promise.all([upload('a.xml', xml), upload('b.xml', xml), upload('c.xml', xml)]);
    const decisions = answers.map(({ data }) => data.cases[0]?.decision);
    expect(decisions.sort()).toEqual(['new', 'refused', 'refused']);
  });

  it('refuses what would replace newer information, or bring back a nullified case', async () => {
    const report = (more: object) => reportXml({ id: 'KR-C-2', ...more });
    await upload('first.xml', await report({ created: '20250401120000+0000' }));
    const late = await upload('late.xml', await report({ created: '20250301120000+0000' }));
    expect(late.data.cases).toMatchObject([
      { decision: 'refused', problem: expect.stringContaining('created later is there already') as string },
    ]);
    const nullifying = { created: '20250701120000+0000', nullifies: true };
    const nullified = await upload('nullified.xml', await report(nullifying));
    expect(nullified.data.cases).toMatchObject([{ decision: 'followUp' }]);
    const revived = await upload('revived.xml', await report({ created: '20250801120000+0000' }));
    expect(revived.data.cases).toMatchObject([
      { decision: 'refused', problem: expect.stringContaining('was nullified') as string },
    ]);
  });

  it('refuses a nullification of a case that is not stored, unless the program wants the case', async () => {
    const xml = await reportXml({ id: 'KR-C-4', nullifies: true });
    const before = await countCases();
    expect((await upload('unknown.xml', xml)).data.cases).toMatchObject([
      { decision: 'refused', caseKey: null, problem: 'It nullifies a case that is not stored' },
    ]);
    expect(await countCases()).toBe(before);
    const amending = xml.replace(/(<value [^>]*code=")1("[^>]*989\.2\.1\.1\.5")/, '$12$2');
    expect(amending).not.toBe(xml);
    expect((await upload('unknown.xml', xml, { nothingToNullify: 'new' })).data.cases).toMatchObject([
      { decision: 'new' },
    ]);
    const other = amending.replaceAll('KR-C-4', 'KR-C-5');
    expect((await upload('amendment.xml', other)).data.cases).toMatchObject([{ decision: 'new' }]);
  });

  it('takes E2B(R2) as R3, with what it changed, and keeps two patients of one number apart', async () => {
    const one = xmlOf(withText(wholeMessage(), 'safetyreportid', 'R2-CASE-1'));
    const sgml = `${one.replace(/<\?xml.*?\?>/, '')}\n-- By Example`;
    const { data } = await upload('r2.sgm', sgml, { nothingToNullify: 'new' });
    const [first] = data.cases;
    expect(first?.residue).toContainEqual(expect.objectContaining({ text: '-- By Example' }));
    expect(first).toMatchObject({ decision: 'new', form: 'R2' });
    expect(first?.notes).toContainEqual(expect.objectContaining({ rule: 'copiedToEvery', itemId: 'E.i.9' }));
    expect(first?.residue).toContainEqual(expect.objectContaining({ why: 'noItem' }));
    const { messages } = await readAll((await exported(first?.caseKey ?? null)).bytes);
    expect(messages[0]?.content.values).toContainEqual(
      expect.objectContaining({ itemId: 'E.i.9', rowNo: 2, value: 'FR' }),
    );

    const found = { caseKey: first?.caseKey ?? 0 };
    const old = await server.call(downloadReport, {
      token: unblinded,
      params: { ...found, reportId: 'R2' },
      query: {},
    });
    expect(textsOf(elementOf(Buffer.from(old.bytes).toString()), 'safetyreportid')).toEqual(['R2-CASE-1']);
    const { data: lost } = await server.call(readR2Losses, { token: unblinded, params: found });
    expect(lost.losses).toContainEqual(expect.objectContaining({ rule: 'timeCut' }));

    const later = withText(
      withText(elementOf(one), 'transmissiondate', '20240221'),
      'patientinitial',
      'X.Y.',
    );
    const other = await upload('other.xml', xmlOf(later));
    expect(other.data.cases).toMatchObject([{ decision: 'refused', caseKey: first?.caseKey }]);
    expect(other.data.cases[0]?.problem).toMatch(/another patient/);
    const corrected = await upload('other.xml', xmlOf(later), { otherPatient: 'followUp' });
    expect(corrected.data.cases).toMatchObject([{ decision: 'followUp' }]);
  });

  it('is refused to a user without the privilege', async () => {
    const answer = await server.call(importFile, {
      token: await server.token('case.reader'),
      params,
      file: { name: 'a.xml', bytes: await reportXml({ id: 'KR-E-1' }) },
    });
    expect(answer).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
  });
});

describe('a follow-up', () => {
  /** A message with a reaction row for each UUID, named by its last letter, and the assessment of each. */
  const withReactions = (created: string, rowIds: string[]): Promise<string> => {
    const at = (itemId: string, value: string, ...[rowNo = 0, rowNo2 = 0, rowNo3 = 0]: number[]) => ({
      itemId,
      rowNo,
      rowNo2,
      rowNo3,
      value,
      nullFlavor: null,
      notation: null,
    });
    const row = (group: string, rowId: string, ...[rowNo = 0, rowNo2 = 0, rowNo3 = 0]: number[]) => ({
      group,
      rowNo,
      rowNo2,
      rowNo3,
      rowId,
      sort: rowNo,
      deleted: false,
    });
    const of = (rowId: string) => rowId.slice(-1);
    return writeIcsrText(
      [
        {
          values: [
            at('C.1.1', 'KR-J-1'),
            at('C.1.8.1', 'KR-J-1'),
            at('C.1.2', created),
            at('G.k.2.2', 'Velanorix', 1),
            ...rowIds.flatMap((id, index) => [
              at('E.i.1.1a', `reaction ${of(id)}`, index + 1),
              at('G.k.9.i.2.r.3', `relation ${of(id)}`, 1, index + 1, 1),
            ]),
          ],
          rows: [
            row('G.k', '00000000-0000-4000-8000-00000000000d', 1),
            ...rowIds.flatMap((id, index) => [
              row('E.i', id, index + 1),
              row('G.k.9.i.2.r', ports.newUuid(), 1, index + 1, 1),
            ]),
          ],
        },
      ],
      map,
      ports,
    );
  };
  const uuidOf = (end: string): string => `00000000-0000-4000-8000-00000000000${end}`;
  const [a, b, c] = [uuidOf('a'), uuidOf('b'), uuidOf('c')] as const;

  it('keeps the number of a row with a known UUID, gives new rows new numbers, and deletes the others', async () => {
    await upload('1.xml', await withReactions('20250101120000+0000', [a, b]));
    const second = await withReactions('20250601120000+0000', [c, b]);
    const { data } = await upload('2.xml', second);
    const caseKey = data.cases[0]?.caseKey ?? null;

    const content = await inSponsor(server.db, 1, (trx) => readCaseContent(trx, 1, caseKey ?? 0));
    const values = livingContent(catalogue, content)
      .values.filter(({ itemId }) => ['E.i.1.1a', 'G.k.9.i.2.r.3'].includes(itemId))
      .map(({ value, rowNo, rowNo2 }) => `${value} at ${rowNo}.${rowNo2}`);
    expect(values.sort()).toEqual([
      'reaction b at 2.0',
      'reaction c at 3.0',
      'relation b at 1.2',
      'relation c at 1.3',
    ]);
    const { data: gone } = await server.call(readPageRow, {
      token,
      params: { caseKey, page: 'AE', rowNo: 1 },
    });
    expect(gone).toMatchObject({
      readOnly: 'rowDeleted',
      readOnlyDetail: { by: { reason: 'Import 2.xml' } },
    });

    const sent = await readAll(second);
    const { messages } = await readAll((await exported(caseKey)).bytes);
    const ofCase = (message: (typeof messages)[number]) =>
      itemsOf(message).filter((line) => !line.startsWith('["N.'));
    expect(messages.map(ofCase)).toEqual(sent.messages.map(ofCase));
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['is cut off', (xml: string) => xml.slice(0, -200), /^bad\.xml:\d+:\d+ /],
    [
      'has a wrong tag behind its last message',
      (xml: string) => xml.replace(/<\/MCCI_[^>]+>\s*$/, '</wrong>'),
      /^bad\.xml:\d+:\d+ /,
    ],
    [
      'declares a document type',
      (xml: string) => xml.replace('?>', '?><!DOCTYPE x [<!ENTITY e "x">]>'),
      /^bad\.xml:1:\d+ .*document type/,
    ],
    [
      'is an acknowledgement',
      () => '<MCCI_IN200101UV01 xmlns="urn:hl7-org:v3"/>',
      /^bad\.xml:1:\d+ .*acknowledgement/,
    ],
    ['is no XML', () => 'case;age\n1;54\n', /^bad\.xml: this is no E2B file/],
    ['is empty', () => '', /^bad\.xml: the file is empty/],
  ])('is refused with its place when it %s, and leaves nothing behind', async (_what, spoil, place) => {
    const before = await countCases();
    const answer = await upload('bad.xml', spoil(await reportXml({ id: 'KR-F-1' }, { id: 'KR-F-2' })));

    expect(answer).toMatchObject({ status: 422, errCode: 'UNREADABLE_XML' });
    expect(answer.errMsg).toMatch(place);
    expect(await countCases()).toBe(before);
  });
});

describe('an archive', () => {
  it('brings its XML files; one that cannot be read keeps only itself out', async () => {
    const archive = zipOf([
      { name: 'readme.txt', bytes: 'not for us' },
      { name: 'in/first.XML', bytes: await reportXml({ id: 'KR-G-1' }) },
      { name: 'in/broken.xml', bytes: '<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3">' },
      { name: 'in/zweitens-둘.xml', bytes: await reportXml({ id: 'KR-G-2' }) },
      {
        name: 'in/third.e2b',
        bytes: Buffer.from(`\uFEFF${await reportXml({ id: 'KR-G-3' })}`, 'utf16le'),
      },
    ]);
    const { data } = await upload('reports.zip', archive);
    expect(data.cases.map(({ fileName, decision }) => `${decision} ${fileName}`)).toEqual([
      'refused readme.txt',
      'new in/first.XML',
      'refused in/broken.xml',
      'new in/zweitens-둘.xml',
      'new in/third.e2b',
    ]);
    expect(data.cases[0]?.problem).toMatch(/^readme\.txt: this is no \.xml/);
    expect(data.cases[2]?.problem).toMatch(/^in\/broken\.xml:1:\d+ /);
  });

  const filler = (size: number) => Buffer.alloc(size, '<a/>');
  it.each([
    [
      'unpacks to more than 500 MB',
      [{ name: 'a.xml', bytes: 'x', declaredSize: 501 * 1024 * 1024 }],
      /500 MB/,
    ],
    ['is packed more than 200 to 1', [{ name: 'a.xml', bytes: filler(40_000_000) }], /200 to 1/],
    ['holds no XML file', [{ name: 'a.txt', bytes: 'x' }], /no \.xml, \.sgm, \.xlsx or \.pdf file/],
    ['is a text document', [{ name: '[Content_Types].xml', bytes: '<Types/>' }], /save it as \.xlsx/],
    ['leads out of its folder', [{ name: '../../a.xml', bytes: 'x' }], /damaged/],
  ])('is refused when it %s', async (_what, entries, why) => {
    const answer = await upload('bad.zip', zipOf(entries));
    expect(answer).toMatchObject({ status: 400, errCode: 'UNREADABLE_REQUEST' });
    expect(answer.errMsg).toMatch(why);
  });

  it('is refused when more comes out of it than it declares', async () => {
    const xml = await reportXml({ id: 'KR-H-1' });
    const answer = await upload('liar.zip', zipOf([{ name: 'a.xml', bytes: xml, declaredSize: 500 }]));
    expect(answer).toMatchObject({ status: 422, errCode: 'UNREADABLE_XML' });
  });
});

describe('an export', () => {
  /** Key of a new case with these values on its first page, by the roles of their items. */
  async function caseWith(values: Record<string, string>): Promise<number> {
    const { caseKey } = (await server.call(addCase, { token, body: {} })).data;
    const changes = Object.entries(values).map(([role, value]) => ({
      ...addressAt(catalogue.roles[role] ?? '', []),
      ...EMPTY_VALUE,
      value,
    }));
    const body = { reason: 'New', retrievedAt: '2999-01-01T00:00:00.000Z', changes };
    await server.call(savePage, { token, params: { caseKey, page: 'CI' }, body });
    return caseKey;
  }

  it('has number and creation date of the report as those of its message', async () => {
    const caseKey = await caseWith({ caseNumber: 'KR-ACME-1', creationDate: '20250301120000+0000' });
    const { messages } = await readAll((await exported(caseKey)).bytes);
    const values = messages[0]?.content.values.map(({ itemId, value }) => `${itemId}=${value}`);
    expect(values).toEqual(expect.arrayContaining(['N.2.r.1=KR-ACME-1', 'N.2.r.4=20250301120000+0000']));
  });

  it('names the items with values that the message cannot hold', async () => {
    const omitted = async (firstReceived: string) =>
      (await exported(await caseWith({ firstReceived }))).headers.get(OMITTED_ITEMS);
    expect(await omitted('20220921')).toBeNull();
    // a time zone without a time
    expect(await omitted('20220921+0900')).toBe(catalogue.roles['firstReceived']);
  });

  it('is named after the case, audited and listed', async () => {
    const { data } = await upload('out.xml', await reportXml({ id: 'KR-I-1' }));
    const { caseKey = null, caseNo = '' } = data.cases[0] ?? {};
    const answer = await exported(caseKey, { receiver: 'MFDS-R' });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain(`${caseNo}.xml`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/xml/);
    const { messages } = await readAll(answer.bytes);
    const values = messages[0]?.content.values.map(({ itemId, value }) => `${itemId}=${value}`) ?? [];
    expect(values).toEqual(expect.arrayContaining(['N.1.1=1', 'N.1.4=MFDS-R', 'N.2.r.3=MFDS-R']));
    expect(values.filter((one) => /^N\.(1\.3|2\.r\.2)=./.test(one))).toHaveLength(2);

    const { data: sent } = await server.call(readDistributionHistory, { token, params: { caseKey } });
    expect(sent.listInfo).toMatchObject([{ userId: 'sponsor.admin', reportId: 'XML', receiver: 'MFDS-R' }]);
    const { data: audit } = await server.call(readCaseAudit, { token, params: { caseKey } });
    expect(audit.listInfo[0]).toMatchObject({ action: 'download', userId: 'sponsor.admin' });
  });

  it('tells a receiver "no information" where it must be told and the case says nothing', async () => {
    const { data } = await upload('quiet.xml', await reportXml({ id: 'KR-Q-1' }));
    const { caseKey = null } = data.cases[0] ?? {};
    const marks = async (query: { receiver?: string }) => {
      const { messages } = await readAll((await exported(caseKey, query)).bytes);
      return messages[0]?.content.values
        .filter(({ nullFlavor }) => nullFlavor === 'NI')
        .map(({ itemId }) => itemId);
    };

    expect(await marks({ receiver: 'MFDS' })).toContain('C.1.9.1');
    expect(await marks({})).toEqual([]);
  });

  it.runIf(validate)('of a demo case is valid by the ICH schema', async () => {
    const { data } = await server.call(listCases, { token, query: { keyword: 'HANBIT', rowCount: 3 } });
    expect(data.listInfo).toHaveLength(3);
    for (const row of data.listInfo) {
      const { bytes } = await exported(caseKeyOf(row), { receiver: 'ZZFDA' });
      expect(validate?.(bytes.toString())).toEqual([]);
    }
  });

  it('of a case that does not exist is refused', async () => {
    expect(await exported(999_999)).toMatchObject({ status: 404, errCode: 'CASE_NOT_FOUND' });
  });
});

describe.skipIf(!present)('reference instance', () => {
  it.each(instances())(
    '$name is imported and exported again, item by item, with what no item takes',
    async ({ name, bytes }) => {
      const file = await underOwnNumbers(bytes, `-${name}`);
      const { data } = await upload('instance.xml', file);
      const before = await readAll(file);
      expect(data.cases).toHaveLength(before.messages.length);
      for (const [index, { caseKey, decision, residue }] of data.cases.entries()) {
        expect(decision).not.toBe('refused');
        const sent = before.messages[index];
        const answer = await exported(caseKey);
        const after = await readAll(answer.bytes);
        expect(after.messages[0] && itemsOf(after.messages[0])).toEqual(sent && itemsOf(sent));
        expect(residue).toEqual([
          ...(sent?.residueLines ?? []),
          ...(index === 0 ? before.batch.residueLines : []),
        ]);
        const texts = (lines: { text: string }[] = []) => lines.map(({ text }) => text).sort();
        expect(texts(after.messages[0]?.residueLines)).toEqual(texts(sent?.residueLines));
        expect(texts(after.batch.residueLines)).toEqual(texts(before.batch.residueLines));
        expect(validate?.(answer.bytes.toString()) ?? []).toEqual([]);
      }
    },
  );

  it('brings its attachments byte by byte', async () => {
    const withFiles = instances().find(({ name }) => name.includes('Scenario6'));
    if (!withFiles) throw new Error('the reference lacks the instance with attachments');
    const { messages } = await readAll(withFiles.bytes);
    const { data } = await upload('files.xml', await underOwnNumbers(withFiles.bytes, '-files'));
    const { caseKey, decision } = data.cases[0] ?? {};
    expect(decision).toBe('new');
    const files = messages[0]?.content.values.filter(({ properties }) => properties?.fileKey) ?? [];
    expect(files).toHaveLength(3);
    for (const { itemId, rowNo, rowNo2, rowNo3, properties } of files) {
      const { page } = catalogue.items[itemId] ?? {};
      const query = { itemId, rowNo2, rowNo3 };
      const answer = await server.call(readRowFile, { token, params: { caseKey, page, rowNo }, query });
      expect(answer.status).toBe(200);
      expect(answer.bytes.equals(ports.stored.get(properties?.fileKey ?? '') ?? new Uint8Array())).toBe(true);
    }
  });
});
