/** Documents of sources of every format: what of them becomes the picture, and where they are refused. */
import { describe, expect, it } from 'vitest';
import { readStudyData } from './readStudyData.ts';
import { recordKeyOf, type StudyData } from './studyData.ts';
import { UnreadableData } from './unreadableData.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function read(text: string, name = 'data.xml'): Promise<StudyData> {
  const [first] = await readStudyData(bytes(text), name);
  if (!first) throw new Error('no study');
  return first;
}

const refusal = async (text: string, name = 'data.xml'): Promise<string> => {
  try {
    await readStudyData(bytes(text), name);
    return 'it is read';
  } catch (error) {
    if (!(error instanceof UnreadableData)) throw error;
    return `${error.fault} ${error.line}`;
  }
};

const odm = (body: string, type = 'Snapshot', extra = ''): string =>
  `<?xml version="1.0"?>
<ODM xmlns="http://www.cdisc.org/ns/odm/v1.3" ODMVersion="1.3.2" FileType="${type}" ${extra}>
<ClinicalData StudyOID="S1" MetaDataVersionOID="v1">${body}</ClinicalData></ODM>`;

const form = (content: string, subject = ''): string =>
  `<SubjectData SubjectKey="1001"${subject}><StudyEventData StudyEventOID="SUBJECT"><FormData FormOID="AE">${content}</FormData></StudyEventData></SubjectData>`;

describe('ODM 1.3.2', () => {
  it('has values in attributes, in typed twins, and explicitly empty ones', async () => {
    const { rows, kind } = await read(
      odm(
        form(`<ItemGroupData ItemGroupOID="AE_LOG" ItemGroupRepeatKey="2">
          <ItemData ItemOID="AETERM" Value="Hives &amp; itch"/>
          <ItemDataPartialDate ItemOID="AESTDTC">2026-04</ItemDataPartialDate>
          <ItemData ItemOID="AEOUT" IsNull="Yes"/></ItemGroupData>`),
      ),
    );
    expect(kind).toBe('snapshot');
    expect(rows).toEqual([
      {
        subjectKey: '1001',
        eventOid: 'SUBJECT',
        eventRepeat: '',
        formOid: 'AE',
        formRepeat: '',
        groupOid: 'AE_LOG',
        groupRepeat: '2',
        recordId: null,
        values: { AETERM: 'Hives & itch', AESTDTC: '2026-04', AEOUT: null },
        changedAt: null,
      },
    ]);
  });

  it('names the time of a row by its newest audit record, and a record by the vendor', async () => {
    const audit = (time: string) => `<AuditRecord><DateTimeStamp>${time}</DateTimeStamp></AuditRecord>`;
    const { rows } = await read(
      odm(
        form(`<ItemGroupData ItemGroupOID="AE_LOG" ItemGroupRepeatKey="2" mdsol:RecordId="77">${audit('2026-05-01T10:00:00+09:00')}
          <ItemData ItemOID="AETERM" Value="x">${audit('2026-05-02T00:00:00Z')}</ItemData></ItemGroupData>`),
        'Snapshot',
        'xmlns:mdsol="http://www.mdsol.com/ns/odm/metadata"',
      ),
    );
    expect(rows[0]).toMatchObject({ recordId: '77', changedAt: '2026-05-02T00:00:00.000Z' });
  });

  it('shows subjects by the number that people know, and leaves out what the source marks as removed', async () => {
    const { subjects, rows } = await read(
      odm(
        `${form('<ItemGroupData ItemGroupOID="AE_LOG"><ItemData ItemOID="A" Value="1"/></ItemGroupData>', ' OpenClinica:StudySubjectID="07-001"')}
        <SubjectData SubjectKey="SS_2" OpenClinica:Status="removed"/>`,
        'Snapshot',
        'xmlns:OpenClinica="http://www.openclinica.org/ns/odm_ext_v130/v3.1"',
      ),
    );
    expect(subjects.map(({ subjectKey, label }) => [subjectKey, label])).toEqual([['1001', '07-001']]);
    expect(rows).toHaveLength(1);
  });

  it('says in a transactional file what was removed, at every level', async () => {
    const { rows, removed, kind } = await read(
      odm(
        `${form(`<ItemGroupData ItemGroupOID="AE_LOG" ItemGroupRepeatKey="1" TransactionType="Remove"/>
          <ItemGroupData ItemGroupOID="AE_LOG" ItemGroupRepeatKey="2" TransactionType="Context">
            <ItemData ItemOID="AEOUT" TransactionType="Remove"/></ItemGroupData>
          <ItemGroupData ItemGroupOID="AE_LOG" ItemGroupRepeatKey="3" TransactionType="Context"/>`)}
        <SubjectData SubjectKey="1002" TransactionType="Remove"/>`,
        'Transactional',
      ),
    );
    expect(kind).toBe('changes');
    expect(rows.map(({ groupRepeat, values }) => [groupRepeat, values])).toEqual([['2', { AEOUT: null }]]);
    expect(removed).toEqual([
      {
        subjectKey: '1001',
        eventOid: 'SUBJECT',
        eventRepeat: '',
        formOid: 'AE',
        formRepeat: '',
        groupOid: 'AE_LOG',
        groupRepeat: '1',
      },
      { subjectKey: '1002' },
    ]);
  });

  it('may begin with a byte order mark, and be in another encoding', async () => {
    expect((await read(`\uFEFF${odm('')}`)).studyOid).toBe('S1');
    const latin = odm(
      form('<ItemGroupData ItemGroupOID="G"><ItemData ItemOID="A" Value="é"/></ItemGroupData>'),
    ).replace('?>', ' encoding="ISO-8859-1"?>');
    const [study] = await readStudyData(
      Uint8Array.from(latin, (one) => one.charCodeAt(0)),
      'x.xml',
    );
    expect(study?.rows[0]?.values).toEqual({ A: 'é' });
  });
});

describe('a refusal', () => {
  it('names the line', async () => {
    expect(await refusal('<?xml version="1.0"?>\n<!DOCTYPE ODM SYSTEM "x.dtd">\n<ODM/>')).toBe(
      'documentType 2',
    );
    expect(await refusal('<?xml version="1.0"?>\n<html/>')).toBe('otherContent 2');
    expect(await refusal(odm('<SubjectData/>'))).toBe('missingPart 3');
    expect(await refusal(odm('<SubjectData SubjectKey="1">'))).toBe('malformed 3');
    expect(await refusal(odm('<a>'.repeat(80)))).toBe('tooDeep 3');
    expect(await refusal('{"datasetJSONVersion":"1.1.0",\n"columns":[}')).toBe('malformed 2');
    expect(await refusal('{"a":1}')).toBe('otherContent 1');
    expect(await refusal('STUDYID,USUBJID\nS1,1\nS1', 'ae.csv')).toBe('otherColumns 3');
    expect(await refusal('STUDYID,USUBJID\nS1,"1', 'ae.csv')).toBe('malformed 2');
    expect(await refusal('%PDF')).toBe('unknownFormat null');
    expect(await refusal('')).toBe('unknownFormat null');
  });

  it('is not caused by elements of vendors', async () => {
    const { rows } = await read(
      odm(`<v:Flag xmlns:v="urn:x"><v:ItemData/></v:Flag>${form('<ItemGroupData ItemGroupOID="G"/>')}`),
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a dataset', () => {
  const json = {
    datasetJSONVersion: '1.1.0',
    studyOID: 'S1',
    itemGroupOID: 'IG.AE',
    name: 'AE',
    columns: ['USUBJID', 'AESEQ', 'AETERM', 'DOSE'].map((name) => ({
      itemOID: `IT.${name}`,
      name,
      dataType: 'string',
    })),
  };
  const rows = '["S1-01", 1, "Rash", 0.10]';

  it('as JSON and as lines is the same, with numbers as they are written', async () => {
    const whole = await read(
      JSON.stringify({ ...json, rows: [] }).replace('"rows":[]', `"rows":[${rows}]`),
      'ae.json',
    );
    expect(await read(`${JSON.stringify(json)}\n${rows}\n`, 'ae.ndjson')).toEqual(whole);
    expect(whole.rows[0]).toMatchObject({
      subjectKey: 'S1-01',
      groupRepeat: '1',
      values: { 'IT.DOSE': '0.10', 'IT.AETERM': 'Rash' },
    });
    expect(whole.groupOids).toEqual(['IG.AE']);
  });

  it('as a table names rows by the identifier of the record, which outlives their numbers', async () => {
    const { rows: found } = await read(
      'STUDYID;USUBJID;AESEQ;AESPID;AETERM\r\nS1;01;1;a-7;"Rash; ""severe""\nat night"\r\nS1;01;2;a-9;\r\n',
      'AE.csv',
    );
    expect(found.map(({ recordId, values }) => [recordId, values['AE.AETERM']])).toEqual([
      ['a-7', 'Rash; "severe"\nat night'],
      ['a-9', null],
    ]);
  });

  it('keeps rows apart that have the same number, or the same identifier of a record', async () => {
    const keysOf = async (content: string, name: string) => {
      const { rows: found } = await read(content, name);
      return new Set(found.map(recordKeyOf)).size;
    };
    expect(await keysOf('STUDYID,SUBJID,AESEQ,AETERM\nS1,01,1,Rash\nS1,01,1,Fever\n', 'AE.csv')).toBe(2);
    const group = (no: number) =>
      `<ItemGroupData ItemGroupOID="AE_LOG" ItemGroupRepeatKey="${no}" mdsol:RecordId="7"><ItemData ItemOID="A" Value="${no}"/></ItemGroupData>`;
    const vendor = 'xmlns:mdsol="http://www.mdsol.com/ns/odm/metadata"';
    expect(await keysOf(odm(form(group(1) + group(2)), 'Snapshot', vendor), 'x.xml')).toBe(2);
  });
});
