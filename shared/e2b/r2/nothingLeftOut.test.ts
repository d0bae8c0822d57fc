/** What R3 has no place for is never left out without a word. */
import { describe, expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../../scripts/e2b-commands.ts';
import type { ReadMessage } from '../e2b.types.ts';
import { readReports } from '../readReports.ts';
import { writeR2 } from './writeR2.ts';

const { maps, r2 } = e2bCatalogue();

async function readPatient(patient: string): Promise<ReadMessage> {
  const text = `<ichicsr lang="en"><ichicsrmessageheader/><safetyreport><safetyreportid>KR-1</safetyreportid><patient>${patient}</patient></safetyreport></ichicsr>`;
  const { value } = await readReports(text, maps, memoryPorts()).next();
  if (!value || !('content' in value)) throw new Error('no report was read');
  return value;
}

const REACTION =
  '<reaction><primarysourcereaction lang="fr">fièvre</primarysourcereaction><reactionmeddraversionllt>26.1</reactionmeddraversionllt><reactionmeddrallt>10016558</reactionmeddrallt></reaction>';
const drug = (inner: string): string =>
  `<drug><drugcharacterization>1</drugcharacterization><medicinalproduct>Testmab</medicinalproduct>${inner}</drug>`;

it('an attribute of an element that an item takes is shown, and written back', async () => {
  const read = await readPatient(
    `<patientinitial origin="chart">A.B.</patientinitial>${REACTION}<summary><narrativeincludeclinical lang="ja">熱</narrativeincludeclinical></summary>`,
  );
  expect(read.residueLines.map(({ path, text }) => [path.replace(/^.*patient\//, ''), text])).toEqual([
    ['patientinitial/@origin', 'chart'],
    ['summary/narrativeincludeclinical/@lang', 'ja'],
  ]);
  const { text } = writeR2([{ ...read.content, residue: read.residue }], r2);
  expect(text).toContain('<patientinitial origin="chart">A.B.</patientinitial>');
  expect(text).toContain('<narrativeincludeclinical lang="ja">熱</narrativeincludeclinical>');
});

it('a preferred term that no dictionary knows is the text of a reaction without another term', async () => {
  const preferred =
    '<reactionmeddraversionpt>24.0</reactionmeddraversionpt><reactionmeddrapt>Lipase increased</reactionmeddrapt>';
  const { content, notes, residueLines } = await readPatient(
    `<reaction>${preferred}</reaction><reaction><primarysourcereaction>high lipase</primarysourcereaction>${preferred}</reaction>`,
  );
  const textsOf = (rowNo: number) =>
    content.values
      .filter(({ itemId, value }) => itemId.startsWith('E.i.1') && value !== null)
      .filter((value) => value.rowNo === rowNo)
      .map(({ itemId, value }) => [itemId, value]);
  expect(textsOf(1)).toEqual([['E.i.1.2', 'Lipase increased (24.0)']]);
  expect(notes).toContainEqual(
    expect.objectContaining({
      rule: 'toText',
      itemId: 'E.i.1.2',
      rowNo: 1,
      before: 'Lipase increased (24.0)',
    }),
  );
  expect(Object.fromEntries(textsOf(2))).toMatchObject({ 'E.i.1.1a': 'high lipase' });
  expect(residueLines.map(({ path, text }) => [path.replace(/^.*patient\//, ''), text])).toEqual([
    ['reaction[2]/reactionmeddraversionpt/text()', '24.0'],
    ['reaction[2]/reactionmeddrapt/text()', 'Lipase increased'],
  ]);
});

it('a second patient is shown and written back, and mixed with none', async () => {
  const second = `<patient><patientinitial>C.D.</patientinitial>${drug('')}</patient>`;
  const read = await readPatient(
    `<patientinitial>A.B.</patientinitial>${REACTION}</patient>${second}<patient>`,
  );
  expect(read.content.rows.filter(({ group }) => group === 'G.k')).toEqual([]);
  expect(
    read.residueLines.map(({ path, text, why }) => [path.replace(/^.*?patient/, ''), text, why]),
  ).toEqual([
    ['[2]/patientinitial/text()', 'C.D.', 'second'],
    ['[2]/drug/drugcharacterization/text()', '1', 'second'],
    ['[2]/drug/medicinalproduct/text()', 'Testmab', 'second'],
  ]);
  const { text } = writeR2([{ ...read.content, residue: read.residue }], r2);
  expect(text.replaceAll(/\n\s*/g, '')).toContain(`</patient>${second}`);
});

it('a language of a block that is not the one around it is shown, and written back', async () => {
  const message = (lang: string, of: { report?: string; reaction?: string; drug?: string }): string =>
    `<ichicsr lang="${lang}"><ichicsrmessageheader lang="${lang}"/><safetyreport${of.report ?? ''}><safetyreportid>KR-1</safetyreportid><patient${of.report ?? ''}><reaction${of.reaction ?? ''}><primarysourcereaction>fièvre</primarysourcereaction></reaction><drug${of.drug ?? ''}><medicinalproduct>Testmab</medicinalproduct></drug></patient></safetyreport></ichicsr>`;
  const languages = async (text: string) => {
    const { value } = await readReports(text, maps, memoryPorts()).next();
    if (!value || !('content' in value)) throw new Error('no report was read');
    const { content, residue, residueLines } = value;
    const shown = residueLines.map((one) => [
      one.path.replace(/^.*\//, ''),
      one.path.split('/').at(-2),
      one.text,
    ]);
    return { shown, text: writeR2([{ ...content, residue }], r2).text };
  };
  const other = await languages(message('en', { drug: ' lang="ja"' }));
  expect(other.shown).toEqual([['@lang', 'drug', 'ja']]);
  expect(other.text).toContain('<drug lang="ja">');
  const ofReport = await languages(message('en', { report: ' lang="ja"' }));
  expect(ofReport.shown).toEqual([['@lang', 'safetyreport[1]', 'ja']]);
  expect(ofReport.text).toContain('<safetyreport lang="ja">');
  const same = { report: ' lang="en"', reaction: ' lang="fr"', drug: ' xml:lang="en"' };
  expect((await languages(message('en', same))).shown).toEqual([]);
});

describe('the MedDRA version beside the name of a reaction', () => {
  const assessed = (term: string, version: string): string =>
    drug(
      `<drugreactionrelatedness><drugreactionassesmeddraversion>${version}</drugreactionassesmeddraversion><drugreactionasses>${term}</drugreactionasses><drugresult>related</drugresult></drugreactionrelatedness>`,
    );
  const recurred = (term: string, version: string): string =>
    drug(
      `<drugrecurreadministration>1</drugrecurreadministration><drugrecurrence><drugrecuractionmeddraversion>${version}</drugrecuractionmeddraversion><drugrecuraction>${term}</drugrecuraction></drugrecurrence>`,
    );

  it.each([
    ['an assessment', assessed],
    ['a recurrence', recurred],
  ])('of %s is noted where it is not that of the reaction', async (_what, make) => {
    const read = await readPatient(REACTION + make('10016558', '25.0'));
    const note = { rule: 'onlyFirst', itemId: 'E.i.2.1a', rowNo: 1, before: '25.0', after: '26.1' };
    expect(read.notes).toContainEqual(expect.objectContaining(note));
    const same = await readPatient(REACTION + make('10016558', '26.1'));
    expect(same.notes.map(({ rule }) => rule)).not.toContain('onlyFirst');
  });

  it.each([
    ['an assessment', assessed, 'chills (25.0); related'],
    ['a recurrence', recurred, '1: chills (25.0)'],
  ])('of %s stays beside the name of no reaction', async (_what, make, text) => {
    const read = await readPatient(REACTION + make('chills', '25.0'));
    expect(read.content.values).toContainEqual(expect.objectContaining({ itemId: 'G.k.11', value: text }));
  });
});

it.each([
  ['G.k.4.r.1a', drug('<drugstructuredosagenumb>#</drugstructuredosagenumb>')],
  ['G.k.4.r.2', drug('<drugintervaldosageunitnumb>#</drugintervaldosageunitnumb>')],
  [
    'G.k.9.i.3.1a',
    drug('<drugstartperiod>#</drugstartperiod><drugstartperiodunit>804</drugstartperiodunit>'),
  ],
  [
    'G.k.9.i.3.1a',
    `<reaction><reactionfirsttime>#</reactionfirsttime><reactionfirsttimeunit>804</reactionfirsttimeunit></reaction>${drug('')}`,
  ],
  ['F.r.3.2', '<test><testname>Potassium</testname><testresult>#</testresult></test>'],
])('a comma in the number of %s is noted, and a point is not', async (itemId, patient) => {
  const comma = await readPatient(REACTION + patient.replace('#', '1,5'));
  const note = { rule: 'otherSpelling', itemId, before: '1,5', after: '1.5' };
  expect(comma.notes).toContainEqual(expect.objectContaining(note));
  const point = await readPatient(REACTION + patient.replace('#', '1.5'));
  expect(point.notes.map(({ rule }) => rule)).not.toContain('otherSpelling');
});

describe('a value that R2 cannot say', () => {
  const losses = (
    itemId: string,
    value: string | null,
    nullFlavor: string | null,
    notation: string | null = null,
  ): string[] => {
    const groups = r2.catalogue.items[itemId]?.groups ?? [];
    const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = groups.map(() => 1);
    const address = { itemId, rowNo, rowNo2, rowNo3 };
    const rows = groups.map((group, at) => ({
      group,
      rowNo: 1,
      rowNo2: at > 0 ? 1 : 0,
      rowNo3: at > 1 ? 1 : 0,
      rowId: `${at}`,
      sort: 1,
      deleted: false,
    }));
    const written = writeR2([{ values: [{ ...address, value, nullFlavor, notation }], rows }], r2);
    return written.losses.flat().map(({ rule, before, after }) => `${rule} ${before}>${after}`);
  };

  it('is lost where it is a country of more than two letters, which is not cut', () => {
    for (const itemId of ['C.2.r.3', 'C.3.4.5', 'E.i.9', 'G.k.2.4'])
      expect(losses(itemId, 'KOR', null)).toContain('noPlace KOR>');
  });

  it('is lost where it is a second-language text alone', () => {
    for (const itemId of ['H.1', 'E.i.1.2', 'G.k.4.r.8'])
      expect(losses(itemId, null, null, '발열')).toEqual(['noPlace 발열>']);
  });

  it('is what the second language says, where a message in it is asked for', () => {
    const at = { rowNo: 0, rowNo2: 0, rowNo3: 0, nullFlavor: null };
    const values = [
      { itemId: 'H.1', value: 'fever', notation: '발열', ...at },
      { itemId: 'H.2', value: 'rash', notation: null, ...at },
    ];
    const textIn = (notation: 'value' | 'notation') => writeR2([{ values, rows: [] }], r2, { notation }).text;
    expect(textIn('notation')).toMatch(/clinical>발열<[^]*comment>rash</);
    expect(textIn('value')).toMatch(/clinical>fever<[^]*comment>rash</);
  });

  it.each([
    ['G.k.4.r.9.1', 'ASKU'],
    ['G.k.4.r.10.1', 'UNK'],
    ['G.k.4.r.11.1', 'NASK'],
  ])('is lost where it is a null flavor of a text: %s', (itemId, nullFlavor) => {
    expect(losses(itemId, null, nullFlavor)).toEqual([`noPlace ${nullFlavor}>`]);
  });

  it.each([
    ['D.5', 'MSK', ['noCode MSK>']],
    // what an empty element means
    ['D.5', 'UNK', []],
    ['D.10.6', 'UNK', ['noCode UNK>']],
  ])('is lost where it is the sex: %s %s', (itemId, nullFlavor, expected) => {
    expect(losses(itemId, null, nullFlavor)).toEqual(expected);
  });

  it.each([
    ['D.1', 'MSK', []],
    ['D.1', 'UNK', []],
    ['D.1', 'ASKU', ['reducedCode ASKU>UNKNOWN']],
    ['D.1', 'NASK', ['reducedCode NASK>UNKNOWN']],
    ['C.2.r.1.2', 'NASK', ['reducedCode NASK>UNKNOWN']],
  ])('is lost where one word means several null flavors: %s %s', (itemId, nullFlavor, expected) => {
    expect(losses(itemId, null, nullFlavor)).toEqual(expected);
  });

  it.each([
    ['E.i.4', '202402291530', []],
    ['E.i.4', '20240229153045+0900', ['timeCut 20240229153045+0900>202402291530']],
    ['E.i.4', '202402291530+0900', ['timeCut 202402291530+0900>202402291530']],
    ['D.2.1', 'Easter', ['noPlace Easter>']],
  ])('is lost of a time: %s %s', (itemId, value, expected) => {
    expect(losses(itemId, value, null)).toEqual(expected);
  });

  it('is lost where it is the version of a route', () => {
    expect(losses('G.k.4.r.10.2a', '2024', null)).toEqual(['noPlace 2024>']);
  });
});
