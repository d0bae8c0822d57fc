/** Data that is made to keep its reader busy, or that no database stores. */
import { describe, expect, it } from 'vitest';
import { costOf } from '../testing/costOf.ts';
import { readStudyData } from './readStudyData.ts';
import { MAX_COLUMNS, MAX_DEFINITIONS, MAX_SUBJECT_ROWS } from './unreadableData.ts';

/** What a reading may cost: some hundredths of what each of these took. */
const MAX_COST = 300;
const times = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join('');
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readStudyData(bytes(text), 'AE.csv');

const subject = (inside: string, type = 'Transactional') =>
  `<ODM FileType="${type}"><ClinicalData StudyOID="S"><SubjectData SubjectKey="1">${inside}</SubjectData></ClinicalData></ODM>`;
const definitions = (inside: string) =>
  `<ODM><Study OID="S"><MetaDataVersion OID="v">${inside}</MetaDataVersion></Study></ODM>`;
const dataset = (columns: object[], rows: unknown[]) =>
  JSON.stringify({ datasetJSONVersion: '1.1', itemGroupOID: 'AE', name: 'AE', studyOID: 'S', columns, rows });

describe('is refused, and says why', () => {
  it.each([
    [
      'a table of very many columns',
      `STUDYID,SUBJID${times(400_000, (at) => `,${at.toString(36)}`)}\n`,
      'tooLarge',
    ],
    ['a dataset of very many columns', dataset(Array(MAX_COLUMNS + 1).fill({ name: 'a' }), []), 'tooLarge'],
    ['JSON of very many levels', `{"datasetJSONVersion":"1.1","rows":${'['.repeat(300_000)}`, 'tooDeep'],
    [
      'a version whose code lists repeat in many items',
      definitions(
        `<ItemGroupDef OID="g">${times(2000, (at) => `<ItemRef ItemOID="i${at}"/>`)}</ItemGroupDef>` +
          times(2000, (at) => `<ItemDef OID="i${at}"><CodeListRef CodeListOID="c"/></ItemDef>`) +
          `<CodeList OID="c">${times(2000, (at) => `<CodeListItem CodedValue="${at}"/>`)}</CodeList>`,
      ),
      'tooLarge',
    ],
    [
      'groups that name each other by the thousand',
      definitions(
        `<StudyEventDef OID="e"><ItemGroupRef ItemGroupOID="g0"/></StudyEventDef>` +
          times(
            20_000,
            (at) => `<ItemGroupDef OID="g${at}"><ItemGroupRef ItemGroupOID="g${at + 1}"/></ItemGroupDef>`,
          ),
      ),
      'tooDeep',
    ],
    [
      'forms that name the same groups by the thousand',
      definitions(
        `<StudyEventDef OID="e">${times(2000, (at) => `<ItemGroupRef ItemGroupOID="f${at}"/>`)}</StudyEventDef>` +
          times(
            2000,
            (at) => `<ItemGroupDef OID="f${at}"><ItemGroupRef ItemGroupOID="all"/></ItemGroupDef>`,
          ) +
          `<ItemGroupDef OID="all">${times(2000, (at) => `<ItemGroupRef ItemGroupOID="g${at}"/>`)}</ItemGroupDef>` +
          times(2000, (at) => `<ItemGroupDef OID="g${at}"><ItemRef ItemOID="i"/></ItemGroupDef>`),
      ),
      'tooLarge',
    ],
    [
      'a subject with very many rows',
      subject(
        times(
          MAX_SUBJECT_ROWS + 1,
          (at) => `<StudyEventData StudyEventOID="${at}"><ItemGroupData ItemGroupOID="g"/></StudyEventData>`,
        ),
      ),
      'tooLarge',
    ],
  ])('%s', async (_, text, fault) => {
    const cost = await costOf(() =>
      expect(read(text)).rejects.toMatchObject({ name: 'UnreadableData', fault }),
    );
    expect(cost).toBeLessThan(MAX_COST);
  });
  it('knows a limit that real studies do not come near', () =>
    expect(MAX_DEFINITIONS).toBeGreaterThan(50_000));
});

describe('takes time in proportion to its length', () => {
  it('a row that is written an item at a time', async () => {
    const item = (at: number) =>
      `<ItemGroupData ItemGroupOID="g"><ItemData ItemOID="i${at}" Value="${at}"/></ItemGroupData>`;
    const text = subject(times(20_000, item));
    const cost = await costOf(async () => {
      const [data] = await read(text);
      expect(Object.keys(data?.rows[0]?.values ?? {})).toHaveLength(20_000);
    });
    expect(cost).toBeLessThan(MAX_COST);
  });

  it('removals of rows of one subject', async () => {
    const events = (count: number, prefix: string, inside: string, more = '') =>
      times(
        count,
        (at) => `<StudyEventData StudyEventOID="${prefix}${at}"${more}>${inside}</StudyEventData>`,
      );
    const text = subject(
      events(15_000, 'a', '<ItemGroupData ItemGroupOID="g"/>') +
        events(15_000, 'b', '', ' TransactionType="Remove"') +
        events(1, 'a', '', ' TransactionType="Remove"'),
    );
    const cost = await costOf(async () => {
      const [data] = await read(text);
      expect(data?.rows).toHaveLength(14_999);
      expect(data?.removed).toHaveLength(15_001);
    });
    expect(cost).toBeLessThan(MAX_COST);
  });

  it('keeps what is written after a removal, without what was before it', async () => {
    const row = (item: string) =>
      `<StudyEventData StudyEventOID="e"><ItemGroupData ItemGroupOID="g"><ItemData ItemOID="${item}" Value="1"/></ItemGroupData></StudyEventData>`;
    const [data] = await read(
      subject(`${row('a')}<StudyEventData StudyEventOID="e" TransactionType="Remove"/>${row('b')}`),
    );
    expect(data?.rows.map(({ values }) => values)).toEqual([{ b: '1' }]);
  });
});

describe('is stored as far as a database can', () => {
  it('a zero character and half of a surrogate pair of JSON', async () => {
    const columns = [
      { itemOID: 'SUBJID', name: 'SUBJID' },
      { itemOID: 'AETERM', name: 'AETERM' },
    ];
    const [data] = await read(dataset(columns, [['1', 'a\u0000b\ud800c']]));
    expect(data?.rows[0]?.values).toEqual({ SUBJID: '1', AETERM: 'ab\ufffdc' });
  });

  it('a zero character of a table', async () => {
    const [data] = await read('STUDYID,SUBJID,AETERM\nS,1,a\u0000b\n');
    expect(data?.rows[0]?.values).toMatchObject({ 'AE.AETERM': 'ab' });
  });
});
