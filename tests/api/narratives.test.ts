/** Texts that narrative templates write about cases. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeRecordLife,
  createFollowUp,
  listCaseMasters,
  previewNarrative,
  proposeTextValues,
  readAuthor,
  readPage,
  saveCasePages,
  saveRecord,
  verifyCaseAudit,
  writeNarrative,
  writeNarrativeOfEdits,
  type DataOf,
} from '../../shared/contract/index.ts';
import { sentencesText, writtenNarrative } from '../../shared/narratives/storedSentences.ts';
import { provenanceText } from '../../shared/provenance/provenance.ts';
import { accept, stagedPages } from '../../shared/text-values/stagedValues.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { setItemRights } from './setItemRights.ts';

const TEXT = 'NR_TEXT';
const TEMPLATE = 'The patient {D.1} had {E.i.1.1a|list}.\n{if present("D.5")}Sex: {D.5|lower}.{end}';

let world: CaseWorld;
let admin: string;
let caseKey: number;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
  ({ caseKey } = await world.aCase());
  await world.save(caseKey, 'DM', [itemValue('D.1', [], 'QX'), itemValue('D.5', [], '1')]);
});
afterAll(() => world.server.stop());

const saveTemplate = async (
  recordKey: number,
  text: string | { value: string; notation: string },
  language = 'eng',
) => {
  const changes = [
    itemValue('NAME', [], `Template ${JSON.stringify(text).slice(0, 60)}`),
    itemValue('NR_LANGUAGE', [], language),
    itemValue('NR_NOTATION_LANGUAGE', [], 'kor'),
    itemValue(TEXT, [], text),
  ];
  const { data, status } = await world.server.call(saveRecord, {
    params: { sponsorKey: 1, kind: 'narrative', recordKey, page: 'NT' },
    body: { reason: 'Entered', retrievedAt: LATER, changes },
    token: admin,
  });
  expect(status).toBe(200);
  return data.recordKey;
};
const auto = (recordKey: number, of = caseKey, token = world.editor) =>
  world.server.call(writeNarrative, { params: { sponsorKey: 1, recordKey }, query: { caseKey: of }, token });
const autoOfEdits = (recordKey: number, body: object = {}) =>
  world.server.call(writeNarrativeOfEdits, {
    params: { sponsorKey: 1, recordKey },
    body: { caseKey, changes: [], rows: [], ...body },
    token: world.editor,
  });
const preview = (text: string, of: number | null = null, token = admin) =>
  world.server.call(previewNarrative, {
    params: { sponsorKey: 1 },
    body: { column: TEXT, text, language: 'eng', caseKey: of },
    token,
  });

type Narrative = DataOf<typeof writeNarrative>;
function written({ recordKey, version, texts }: Narrative) {
  const { text = '', sentences = [], notation } = texts[TEXT] ?? {};
  const stored = (of: typeof sentences) =>
    sentencesText({ recordKey, version, column: TEXT, sentences: of }) ?? '';
  return {
    ...itemValue('H.1', [], { value: text, notation: notation?.text ?? null }),
    properties: {
      provenance: provenanceText({ by: 'master', kind: 'narrative', recordKey, version }),
      sentences: stored(sentences),
      ...(notation && { notationSentences: stored(notation.sentences) }),
    },
  };
}

describe('a template', () => {
  it('writes about a case in sentences that name what they were written from', async () => {
    const recordKey = await saveTemplate(0, TEMPLATE);
    const { data, status } = await auto(recordKey);
    expect(status).toBe(200);
    expect(data).toMatchObject({ recordKey, version: 1, newest: 1 });
    expect(data.texts[TEXT]?.text).toBe('The patient QX had not reported.\nSex: male.');
    expect(data.texts[TEXT]?.sentences.map(({ text, reads }) => [text, reads])).toEqual([
      ['The patient QX had not reported.', ['D.1|0|0|0']],
      ['Sex: male.', ['D.5|0|0|0']],
    ]);
    // the same text for an unchanged case
    expect((await auto(recordKey)).data).toEqual(data);
  });

  it('writes in the language of the template', async () => {
    const recordKey = await saveTemplate(0, '성별: {D.5}.', 'kor');
    expect((await auto(recordKey)).data.texts[TEXT]).toMatchObject({ text: '성별: 남성.', notation: null });
  });

  it('writes the second-language text in its own language, with the sentences of it', async () => {
    const recordKey = await saveTemplate(0, { value: 'Sex: {D.5}.', notation: '성별: {D.5}.' });
    const { data } = await auto(recordKey);
    expect(data.texts[TEXT]).toMatchObject({
      text: 'Sex: Male.',
      notation: { text: '성별: 남성.', sentences: [{ text: '성별: 남성.', reads: ['D.5|0|0|0'] }] },
    });
    const wrong = await saveTemplate(0, { value: 'Fine.', notation: '{D.55}' });
    expect(await auto(wrong)).toMatchObject({ status: 422, errCode: 'TEMPLATE_INVALID' });
  });

  it('reads unsaved edits, and earlier versions of itself', async () => {
    const recordKey = await saveTemplate(0, 'First: {D.1}.');
    await saveTemplate(recordKey, 'Second: {D.1}.');
    const changes = [{ ...itemValue('D.1', [], 'Unsaved'), basedOn: LATER }];
    expect((await autoOfEdits(recordKey, { changes })).data.texts[TEXT]?.text).toBe('Second: Unsaved.');
    const first = await autoOfEdits(recordKey, { version: 1 });
    expect(first.data).toMatchObject({ version: 1, newest: 2, texts: { [TEXT]: { text: 'First: QX.' } } });
    const note = [itemValue('NR_DESCRIPTION', [], 'A note changes no template')];
    await world.server.call(saveRecord, {
      params: { sponsorKey: 1, kind: 'narrative', recordKey, page: 'NT' },
      body: { reason: 'Entered', retrievedAt: LATER, changes: note },
      token: admin,
    });
    expect((await autoOfEdits(recordKey, { version: 2 })).data).toMatchObject({ version: 2, newest: 2 });
    expect(await autoOfEdits(recordKey, { version: 9 })).toMatchObject({
      status: 404,
      errCode: 'RECORD_NOT_FOUND',
    });
  });

  it('is refused with its errors, and a text without an end is, too', async () => {
    const wrong = await saveTemplate(0, 'One.\n{E.i.44} and {H.1}');
    expect(await auto(wrong)).toMatchObject({ status: 422, errCode: 'TEMPLATE_INVALID' });
    const endless = await saveTemplate(0, '{each G.k}'.repeat(20) + 'x' + '{end}'.repeat(20));
    const { caseKey: large } = await world.aCase();
    for (const name of ['A', 'B', 'C'])
      await world.save(large, 'DG', [itemValue('G.k.2.2', [0], name)], { rowNo: 0 });
    expect(await auto(endless, large)).toMatchObject({ status: 422, errCode: 'NARRATIVE_TOO_LONG' });
  });

  it('is not written outside of the scope of the user, nor by one that is not in use', async () => {
    const recordKey = await saveTemplate(0, 'Scope: {D.1}.');
    const stranger = await world.userOfSender('of.another.sender', 2);
    expect(await auto(recordKey, caseKey, stranger)).toMatchObject({
      status: 404,
      errCode: 'CASE_NOT_FOUND',
    });
    await world.server.call(changeRecordLife, {
      params: { sponsorKey: 1, kind: 'narrative', recordKey },
      body: { action: 'retire', reason: 'Old' },
      token: admin,
    });
    expect(await auto(recordKey)).toMatchObject({ status: 404, errCode: 'RECORD_NOT_FOUND' });
    // what it has written can still be renewed
    expect((await autoOfEdits(recordKey, { version: 1 })).status).toBe(200);
  });

  it('withholds blinded values from texts that everybody reads, and from their conditions', async () => {
    const recordKey = await saveTemplate(
      0,
      '{each G.k}{if present("FDA.G.k.10a")}Known. {end}{G.k.2.2}: {FDA.G.k.10a}.{end}',
    );
    const { caseKey: blinded } = await world.aCase();
    const drug = [itemValue('G.k.2.2', [0], 'Testrin'), itemValue('FDA.G.k.10a', [0], '1')];
    expect(await world.save(blinded, 'DG', drug, { rowNo: 0, token: admin })).toMatchObject({ status: 200 });
    // the administrator may unblind, the editor may not: the text is stored for both
    for (const token of [world.editor, admin])
      expect((await auto(recordKey, blinded, token)).data.texts[TEXT]?.text).toBe('Testrin: [blinded].');
  });
});

describe('a preview', () => {
  it('names errors with line and column, and writes about a case', async () => {
    const { data } = await preview('One\n  {E.i.1.1aa} {if}');
    expect(data.sentences).toBeNull();
    expect(data.problems).toMatchObject([
      { id: 'unknownItem', line: 2, column: 3, values: { item: 'E.i.1.1aa', suggestion: 'E.i.1.1a' } },
      { id: 'tagEmpty', line: 2, column: 15 },
      { id: 'unclosed', line: 2, column: 15, values: { block: 'if' } },
    ]);
    const good = await preview('Patient {D.1}.', caseKey);
    expect(good.data).toMatchObject({ problems: [], sentences: [{ text: 'Patient QX.' }] });
    expect(await preview('x', 999_999)).toMatchObject({ status: 404, errCode: 'CASE_NOT_FOUND' });
  });
});

describe('a text in a case', () => {
  it('keeps its sentences and its template, is audited, and is no difference of a record', async () => {
    const recordKey = await saveTemplate(0, { value: 'Kept: {D.1}.', notation: '보존: {D.1}.' });
    const { data } = await auto(recordKey);
    await world.save(caseKey, 'NR', [written(data)]);
    const stored = (
      await world.server.call(readPage, { params: { caseKey, page: 'NR' }, token: world.editor })
    ).data;
    const value = stored.values.find(({ itemId }) => itemId === 'H.1');
    expect(writtenNarrative(value?.properties?.sentences)).toMatchObject({
      recordKey,
      version: 1,
      sentences: [{ text: 'Kept: QX.' }],
    });
    expect(writtenNarrative(value?.properties?.notationSentences)).toMatchObject({
      sentences: [{ text: '보존: QX.' }],
    });
    const author = await world.server.call(readAuthor, {
      params: { caseKey },
      query: { itemId: 'H.1' },
      token: world.editor,
    });
    expect(author.data.last).toMatchObject({
      provenance: { by: 'master', kind: 'narrative', recordKey, version: 1 },
    });
    const verified = await world.server.call(verifyCaseAudit, { params: { caseKey }, token: admin });
    expect(verified.data).toMatchObject({ whole: true });
    const masters = await world.server.call(listCaseMasters, { params: { caseKey }, token: world.editor });
    expect(masters.data.listInfo).toMatchObject([{ kind: 'narrative', recordKey }]);
    const next = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: world.editor,
    } as never);
    expect(next.status).toBe(200);
  });

  it('cannot name a record that writes no text', async () => {
    const { caseKey: other } = await world.aCase();
    const provenance = provenanceText({ by: 'master', kind: 'narrative', recordKey: 9999, version: 1 });
    const { status } = await world.save(other, 'NR', [
      { ...itemValue('H.1', [], 'x'), properties: { provenance } },
    ]);
    expect(status).toBe(422);
  });
});

describe('the values that a text states', () => {
  const STORY =
    'The patient took Velanorix 20 mg once daily from 1 March 2024. On 5 March 2024 she developed an itchy rash. ' +
    'No racing heart.';
  const propose = (of: number, body: object = {}, itemId = 'H.1', token = world.editor) =>
    world.server.call(proposeTextValues, {
      params: { caseKey: of, itemId },
      body: { changes: [], rows: [], ...body },
      token,
    });
  const accepted = (groups: DataOf<typeof proposeTextValues>['groups']) =>
    stagedPages(
      accept(
        [],
        groups,
        groups.flatMap(({ values }) => values.map(({ key }) => key)),
      ),
      groups,
      {
        textItem: 'H.1',
        rootGroupOf: (page) => ({ DG: 'G.k', AE: 'E.i' })[page] ?? null,
        newRowId: () => randomUUID(),
      },
    );

  it('are not proposed for items that a role only shows, nor a row whose name it only shows', async () => {
    const { caseKey: of } = await world.aCase();
    const start = world.server.deps.catalogue.whole;
    const itemOf = (part: string) =>
      Object.values(start.items).find(({ fromText }) => fromText === part)?.itemId ?? '';
    const changesOf = async (readOnly: readonly string[]) => {
      const rights = readOnly.map((itemId) => ({ itemId, right: 'read' as const }));
      await setItemRights(world.server, { token: admin, roleId: 2, rights });
      const { data } = await propose(of, { changes: [itemValue('H.1', [], STORY)] });
      return data.groups.map(({ subject, values }) => [
        subject,
        values.flatMap(({ changes }) => changes.map(({ itemId }) => itemId)).includes(itemOf('doseUnit')),
      ]);
    };
    expect(await changesOf([itemOf('doseUnit'), itemOf('reaction')])).toEqual([['drug', false]]);
    expect(await changesOf([])).toEqual([
      ['drug', true],
      ['reaction', false],
    ]);
  });

  it('are proposed, also of unsaved edits, saved with their sentence, and then no longer proposed', async () => {
    const { caseKey: of } = await world.aCase();
    const typed = await propose(of, { changes: [itemValue('H.1', [], STORY)] });
    expect(typed.status).toBe(200);
    expect(typed.data.groups.map(({ subject, name, rowNo }) => [subject, name, rowNo])).toEqual([
      ['drug', 'Velanorix', 0],
      ['reaction', 'itchy rash', 0],
    ]);
    await world.save(of, 'NR', [itemValue('H.1', [], STORY)]);
    const { data } = await propose(of);
    const pages = accepted(data.groups).map((page) => ({ ...page, retrievedAt: data.retrievedAt }));
    const saved = await world.server.call(saveCasePages, {
      params: { caseKey: of },
      body: { reason: 'From the text', pages },
      token: world.editor,
    });
    expect(saved).toMatchObject({ status: 200 });
    const drug = (await world.row(of, 'DG', 1)).data;
    expect(
      drug.values
        .filter(({ itemId }) => /^G\.k\.(2\.2|4\.r)/.test(itemId))
        .map(({ itemId, rowNo2, value }) => [itemId, rowNo2, value]),
    ).toEqual(
      expect.arrayContaining([
        ['G.k.2.2', 0, 'Velanorix'],
        ['G.k.4.r.1a', 1, '20'],
        ['G.k.4.r.1b', 1, 'mg'],
        ['G.k.4.r.4', 1, '20240301'],
      ]),
    );
    const author = await world.server.call(readAuthor, {
      params: { caseKey: of },
      query: { itemId: 'E.i.4', rowNo: 1 },
      token: world.editor,
    });
    expect(author.data.last?.provenance).toEqual({
      by: 'text',
      itemId: 'H.1',
      sentence: 2,
      synonym: null,
    });
    expect((await propose(of)).data.groups).toEqual([]);
    expect(
      (await world.server.call(verifyCaseAudit, { params: { caseKey: of }, token: admin })).data,
    ).toMatchObject({
      whole: true,
      problem: null,
    });
  });

  it('contradict what the case has otherwise, and are of one of its rows', async () => {
    const { caseKey: of } = await world.aCase();
    await world.save(of, 'DG', [itemValue('G.k.2.2', [0], 'Velanorix 20 mg tablet')], { rowNo: 0 });
    await world.save(
      of,
      'AE',
      [itemValue('E.i.1.1a', [0], 'Itchy rash'), itemValue('E.i.4', [0], '20240306')],
      {
        rowNo: 0,
      },
    );
    const { data } = await propose(of, { changes: [itemValue('H.1', [], STORY)] });
    const onset = data.groups.find(({ subject }) => subject === 'reaction');
    expect(data.groups.map(({ rowNo }) => rowNo)).toEqual([1, 1]);
    expect(
      onset?.values.map(({ differs, changes }) => [differs, changes[0]?.value, changes[0]?.current]),
    ).toEqual([[true, '20240305', '20240306']]);
  });

  it('are also recognised by synonyms of the sponsor once these are approved, and say so', async () => {
    const { caseKey: of } = await world.aCase();
    const ofRecord = { sponsorKey: 1, kind: 'synonym' };
    const added = await world.server.call(saveRecord, {
      params: { ...ofRecord, recordKey: 0, page: 'SY' },
      body: {
        reason: 'Entered',
        retrievedAt: LATER,
        changes: [
          itemValue('SYN_TEXT', [], 'Ants under the skin'),
          itemValue('SYN_DICTIONARY', [], 'MEDDRA'),
          itemValue('SYN_CODE', [], '99031111'),
          itemValue('SYN_UNTIL', [], '29991231'),
        ],
      },
      token: world.second,
    });
    const { recordKey } = added.data;
    await world.save(of, 'NR', [itemValue('H.1', [], 'She developed ants under the skin.')]);
    expect((await propose(of)).data.groups).toEqual([]);
    const released = await world.server.call(changeRecordLife, {
      params: { ...ofRecord, recordKey },
      body: { action: 'release', reason: 'Checked' },
      token: await world.limitedUser('synonym.approver', {}, 1),
    });
    expect(released.errMsg ?? '').toBe('');
    const { data } = await propose(of);
    const [named] = data.groups.flatMap(({ values }) => values);
    expect(named).toMatchObject({ synonym: { recordKey, until: '29991231' } });
    const pages = accepted(data.groups).map((page) => ({ ...page, retrievedAt: data.retrievedAt }));
    const save = (claimed = pages) =>
      world.server.call(saveCasePages, {
        params: { caseKey: of },
        body: { reason: 'From the text', pages: claimed },
        token: world.editor,
      });
    const other = pages.map((page) => ({
      ...page,
      changes: page.changes.map((change) =>
        change.value === '99031111' ? { ...change, value: '99011110' } : change,
      ),
    }));
    expect((await save(other)).status).toBe(422);
    expect((await save()).status).toBe(200);
    const author = await world.server.call(readAuthor, {
      params: { caseKey: of },
      query: { itemId: 'E.i.2.1b', rowNo: 1 },
      token: world.editor,
    });
    expect(author.data.last).toMatchObject({
      after: { value: '99031111' },
      provenance: { by: 'text', itemId: 'H.1', sentence: 1, synonym: 'Ants under the skin' },
    });
  });

  it('are of texts that are read only, for users who may edit, and none may claim another origin', async () => {
    const { caseKey: of } = await world.aCase();
    expect((await propose(of, {}, 'D.1')).status).toBe(404);
    expect((await propose(of, {}, 'H.1', world.reader)).status).toBe(403);
    const claimed = { ...itemValue('D.5', [], '1'), properties: { provenance: 'text/D.1/1' } };
    const answer = await world.server.call(saveCasePages, {
      params: { caseKey: of },
      body: {
        reason: 'Claimed',
        pages: [{ page: 'DM', rowNo: null, retrievedAt: LATER, changes: [claimed] }],
      },
      token: world.editor,
    });
    expect(answer).toMatchObject({ status: 422, errCode: 'ITEM_REFUSED' });
  });
});
