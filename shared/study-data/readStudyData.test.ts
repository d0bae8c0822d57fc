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

  const ae = (attributes: string, items: Record<string, string>) =>
    `<ItemGroupData ItemGroupOID="AE_LOG" ${attributes}>${Object.entries(items)
      .map(([oid, text]) => `<ItemData ItemOID="${oid}" Value="${text}"/>`)
      .join('')}</ItemGroupData>`;
  const RAVE = 'xmlns:mdsol="http://www.mdsol.com/ns/odm/metadata"';

  it('keeps rows of a snapshot apart that have no number, or that of another record', async () => {
    const unnumbered = await read(odm(form(ae('', { T: 'Rash', S: 'N' }) + ae('', { T: 'Fever' }))));
    expect(unnumbered.rows.map(({ groupRepeat, values }) => [groupRepeat, values])).toEqual([
      ['', { T: 'Rash', S: 'N' }],
      ['#2', { T: 'Fever' }],
    ]);
    const numbered = 'ItemGroupRepeatKey="1" mdsol:RecordId=';
    const records = ae(`${numbered}"r1"`, { T: 'Rash' }) + ae(`${numbered}"r2"`, { T: 'Fever' });
    const { rows } = await read(odm(form(records), 'Snapshot', RAVE));
    expect(rows.map(({ recordId, groupRepeat }) => [recordId, groupRepeat])).toEqual([
      ['r1', '1'],
      ['r2', '1#2'],
    ]);
  });

  it('is one row where a snapshot writes it in parts, or twice', async () => {
    const parts = ae('', { T: 'Rash' }) + ae('', { S: 'N' }) + ae('', { T: 'Rash', S: 'N' });
    expect((await read(odm(form(parts)))).rows.map(({ values }) => values)).toEqual([{ T: 'Rash', S: 'N' }]);
  });

  it('removes a record, whatever its number is by now', async () => {
    const gone = ae('ItemGroupRepeatKey="2" mdsol:RecordId="r2" TransactionType="Remove"', {});
    const { removed } = await read(odm(form(gone), 'Transactional', RAVE));
    expect(removed[0]).toEqual({ subjectKey: '1001', groupOid: 'AE_LOG', recordId: 'r2' });
    expect(removed[1]).toMatchObject({ groupRepeat: '2', recordId: null });
  });

  it('of some subjects or of a moment says so', async () => {
    const one = form(ae('', { T: 'Rash' }));
    const single = await read(
      odm(one, 'Snapshot', 'Granularity="SingleSubject" CreationDateTime="2026-05-04T09:00:00+09:00"'),
    );
    expect(single).toMatchObject({ subjectKeys: ['1001'], asOf: '2026-05-04T00:00:00.000Z' });
    const all = await read(odm(one, 'Snapshot', 'Granularity="All" CreationDateTime="2026-05-04T09:00:00"'));
    expect(all).toMatchObject({ subjectKeys: null, asOf: null });
  });

  it('has the definitions of the newest version that its data is of, with those that this includes', async () => {
    const group = (items: string) =>
      `<ItemGroupDef OID="AE_LOG" Name="AE" Domain="AE">${items}</ItemGroupDef>`;
    const item = (oid: string) => `<ItemRef ItemOID="${oid}"/>`;
    const study = `<Study OID="S1">
      <MetaDataVersion OID="v1" Name="1"><StudyEventDef OID="E" Name="E"><FormRef FormOID="AE"/></StudyEventDef>
        <FormDef OID="AE" Name="AE"><ItemGroupRef ItemGroupOID="AE_LOG"/></FormDef>${group(item('T'))}
        <ItemDef OID="T" Name="Term" DataType="text"/></MetaDataVersion>
      <MetaDataVersion OID="v2" Name="2"><Include StudyOID="S1" MetaDataVersionOID="v1"/>${group(item('T') + item('S'))}
        <ItemDef OID="S" Name="Serious" DataType="text"/></MetaDataVersion>
      <MetaDataVersion OID="v3" Name="3"/></Study>`;
    const of = (version: string) =>
      `<ClinicalData StudyOID="S1" MetaDataVersionOID="${version}">${form('<ItemGroupData ItemGroupOID="AE_LOG"/>')}</ClinicalData>`;
    const { metadata } = await read(
      `<ODM xmlns="http://www.cdisc.org/ns/odm/v1.3" FileType="Snapshot">${study}${of('v2')}${of('v1')}</ODM>`,
    );
    expect(metadata?.versionOid).toBe('v2');
    expect(metadata?.forms.map(({ oid, groupOids }) => [oid, groupOids])).toEqual([['AE', ['AE_LOG']]]);
    expect(metadata?.groups[0]?.items.map(({ oid }) => oid)).toEqual(['T', 'S']);
  });

  it('has a form once that has the OID of its group', async () => {
    const { metadata } = await read(
      `<ODM xmlns="http://www.cdisc.org/ns/odm/v1.3" FileType="Snapshot"><Study OID="S1">
      <MetaDataVersion OID="v1" Name="1"><StudyEventDef OID="E" Name="E"><FormRef FormOID="DM"/></StudyEventDef>
        <FormDef OID="DM" Name="Demography"><ItemGroupRef ItemGroupOID="DM"/></FormDef>
        <ItemGroupDef OID="DM" Name="DM"><ItemRef ItemOID="SEX"/></ItemGroupDef>
        <ItemDef OID="SEX" Name="Sex" DataType="text"/></MetaDataVersion></Study>
      <ClinicalData StudyOID="S1" MetaDataVersionOID="v1"/></ODM>`,
    );
    expect(metadata?.forms).toEqual([
      { oid: 'DM', label: 'Demography', repeating: false, groupOids: ['DM'] },
    ]);
    expect(metadata?.groups.map(({ oid }) => oid)).toEqual(['DM']);
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

describe('a document in another encoding than it declares', () => {
  const group = '<ItemGroupData ItemGroupOID="G"><ItemData ItemOID="A" Value="@"/></ItemGroupData>';
  const declaring = (encoding: string, value: string) =>
    odm(form(group.replace('@', value))).replace('?>', ` encoding="${encoding}"?>`);

  it.each([
    ['ISO-8859-1', 'größer'],
    ['windows-1252', '두드러기'],
    ['Shift_JIS', '発疹'],
    ['GB2312', '皮疹'],
  ])('is read as UTF-8 if all of it is: %s', async (encoding, value) => {
    const [study] = await readStudyData(bytes(declaring(encoding, value)), 'x.xml');
    expect(study?.rows[0]?.values).toEqual({ A: value });
  });

  it('is refused where its letters fit several encodings', async () => {
    // Привет ли in windows-1251
    const greeting = '\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2 \u00eb\u00e8';
    const cyrillic = Uint8Array.from(declaring('ISO-8859-1', greeting), (one) => one.charCodeAt(0));
    await expect(readStudyData(cyrillic, 'x.xml')).rejects.toMatchObject({ fault: 'encoding' });
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
    expect(await refusal('PK\u0003\u0004\u0014')).toBe('unknownFormat null');
    expect(await refusal('<!DOCTYPE html>\n<html>')).toBe('otherContent 1');
    expect(await refusal(odm('', 'Everything'))).toBe('otherContent 2');
    expect(await refusal(odm('<ItemGroupData ItemGroupOID="G"/>'))).toBe('missingPart 3');
    expect(await refusal(odm(form('<ItemData ItemOID="A" Value="1"/>')))).toBe('missingPart 3');
    expect(await refusal('{"datasetJSONVersion":"1.1.0","columns":[null],"rows":[]}')).toBe('missingPart 1');
    expect(await refusal('STUDY,USUBJID\nS1,1', 'ae.csv')).toBe('missingPart 1');
    expect(await refusal(odm(form(`<ItemGroupData ItemGroupOID="${'g'.repeat(501)}"/>`)))).toBe('tooLarge 3');
    const long = `<ItemGroupData ItemGroupOID="G"><ItemData ItemOID="A" Value="${'x'.repeat(100_001)}"/></ItemGroupData>`;
    expect(await refusal(odm(form(long)))).toBe('tooLarge 3');
    const keys = `STUDYID,USUBJID,AESEQ\nS1,${'k'.repeat(801)},1`;
    expect(await refusal(keys, 'ae.csv')).toBe('tooLarge null');
    expect(await refusal('STUDYID,USUBJID\nS1,1\nS1,', 'ae.csv')).toBe('missingPart 3');
    expect(await refusal('STUDYID,USUBJID\nS1,1\n,2', 'ae.csv')).toBe('missingPart 3');
    expect(await refusal('STUDYID,USUBJID\nS1,1', '')).toBe('missingPart 1');
  });

  it('of a text in another encoding names its first line', async () => {
    const latin = Uint8Array.from('STUDYID,USUBJID,AETERM\nS1,1,Rash\nS1,1,Fi\u00e8vre\n', (one) =>
      one.charCodeAt(0),
    );
    await expect(readStudyData(latin, 'ae.csv')).rejects.toMatchObject({ fault: 'encoding', line: 3 });
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

  it('that was cut off between two rows is refused, and one without rows is empty', async () => {
    const lines = `${JSON.stringify({ ...json, records: 2 })}\n${rows}\n`;
    expect(await refusal(lines, 'ae.ndjson')).toBe('missingPart null');
    expect((await read(JSON.stringify({ ...json, records: 0 }), 'ae.ndjson')).rows).toEqual([]);
    const twice = { ...json, columns: [...json.columns.slice(0, 3), json.columns[2]] };
    expect(await refusal(`${JSON.stringify(twice)}\n${rows}\n`, 'ae.ndjson')).toBe('otherColumns 1');
  });

  it.each(['["Rash", "Fever"]', '{"term": "Rash"}'])('has no value that is several: %s', async (value) => {
    const lines = `${JSON.stringify(json)}\n${rows}\n${rows.replace('"Rash"', value)}\n`;
    expect(await refusal(lines, 'ae.ndjson')).toBe('otherColumns 3');
  });

  it('has columns in any letters', async () => {
    const small = json.columns.map((column) => ({ ...column, name: column.name.toLowerCase() }));
    const found = await read(`${JSON.stringify({ ...json, columns: small })}\n${rows}\n`, 'ae.ndjson');
    expect(found.rows[0]).toMatchObject({ subjectKey: 'S1-01', groupRepeat: '1' });
  });

  it('is of the domain that its rows name, and refused with rows of another one', async () => {
    const named = (name: string, domains: string[]) =>
      [
        {
          ...json,
          name,
          columns: [...json.columns, { itemOID: 'IT.D', name: 'DOMAIN', dataType: 'string' }],
        },
        ...domains.map((domain, at) => ['S1-01', at + 1, 'Rash', 1, domain]),
      ]
        .map((line) => JSON.stringify(line))
        .join('\n');
    const domainsOf = async (text: string) =>
      (await read(text, 'ae.ndjson')).metadata?.groups.map(({ domain }) => domain);
    expect(await domainsOf(named('AE', ['AE', '']))).toEqual(['AE']);
    expect(await domainsOf(named('AECARDIAC', ['AE', 'AE']))).toEqual(['AE']);
    expect(await domainsOf(named('AECARDIAC', ['']))).toEqual(['AECARDIAC']);
    expect(await refusal(named('AE', ['AE', 'MH']), 'ae.ndjson')).toBe('otherColumns 3');
    expect(await refusal(named('AECARDIAC', ['AE', 'MH']), 'ae.ndjson')).toBe('otherColumns 3');
  });

  it('of Dataset-JSON 1.0 comes with the others of its study', async () => {
    const group = (name: string, columns: string[], itemData: unknown[]) => ({
      records: itemData.length,
      name,
      label: name,
      items: ['ITEMGROUPDATASEQ', ...columns].map((one) => ({
        OID: one === 'ITEMGROUPDATASEQ' ? one : `IT.${one}`,
        name: one,
        type: 'string',
      })),
      itemData,
    });
    const study = {
      studyOID: 'S1',
      metaDataVersionOID: 'v1',
      itemGroupData: {
        'IG.AE': group('AE', ['USUBJID', 'AESEQ', 'AETERM'], [[1, 'S1-01', 1, 'Rash']]),
        'IG.DM': group('DM', ['USUBJID', 'SUBJID', 'SEX'], [[1, 'S1-01', '01', 'F']]),
      },
    };
    const found = await read(
      JSON.stringify({ datasetJSONVersion: '1.0.0', clinicalData: study }),
      'study.json',
    );
    expect(found.groupOids).toEqual(['IG.AE', 'IG.DM']);
    expect(found.subjects.map(({ label }) => label)).toEqual(['01']);
    expect(found.rows.map(({ groupOid, values }) => [groupOid, values])).toEqual([
      ['IG.AE', { 'IT.USUBJID': 'S1-01', 'IT.AESEQ': '1', 'IT.AETERM': 'Rash' }],
      ['IG.DM', { 'IT.USUBJID': 'S1-01', 'IT.SUBJID': '01', 'IT.SEX': 'F' }],
    ]);
    expect(found.metadata?.groups.map(({ domain }) => domain)).toEqual(['AE', 'DM']);
  });

  it('as a table may be UTF-16, of several studies, and have columns that are left over', async () => {
    const table =
      'DOMAIN\tSTUDYID\tSUBJID\tAETERM\t\t\r\nAE\tS1\t01\tRash\t\t\r\n \t\t\t\t\t\r\nAE\tS2\t01\tFever\t\t\t\r\n';
    const utf16 = new Uint8Array(Buffer.from(`\uFEFF${table}`, 'utf16le'));
    const found = await readStudyData(utf16, 'Unicode.txt');
    expect(found.map(({ studyOid, rows: [one] }) => [studyOid, one?.groupOid, one?.values])).toEqual([
      ['S1', 'AE', { 'AE.DOMAIN': 'AE', 'AE.STUDYID': 'S1', 'AE.SUBJID': '01', 'AE.AETERM': 'Rash' }],
      ['S2', 'AE', { 'AE.DOMAIN': 'AE', 'AE.STUDYID': 'S2', 'AE.SUBJID': '01', 'AE.AETERM': 'Fever' }],
    ]);
    expect(await refusal('STUDYID,SUBJID,\nS1,01,Rash\n', 'ae.csv')).toBe('missingPart 1');
  });

  it('as a table is of the domain that it names, numbers, or has in the name of its file', async () => {
    const groupIn = async (table: string, name: string) => (await read(table, name)).rows[0]?.groupOid;
    expect(await groupIn('번호,STUDYID,SUBJID,AESEQ\n1,S1,01,1\n', 'export 2026.csv')).toBe('AE');
    expect(await groupIn('STUDYID,SUBJID,SEX\nS1,01,F\n', 'dm (2).csv')).toBe('DM');
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

  it('as a table has the texts that spreadsheet programs write as formulas', async () => {
    const { rows: found } = await read(
      'STUDYID,SUBJID,AESEQ,AESPID,AETERM\nS1,="0012",1,"=""007""",=A1\n',
      'AE.csv',
    );
    expect(
      found.map(({ subjectKey, recordId, values }) => [subjectKey, recordId, values['AE.AETERM']]),
    ).toEqual([['0012', '007', '=A1']]);
  });

  it('has a group for each domain that its rows name', async () => {
    const stacked = (of: string) =>
      `DOMAIN,STUDYID,USUBJID,AESEQ,AETERM,MHSEQ,MHTERM\nAE,S1,01,1,Rash,,\n${of},S1,01,,,1,Asthma\n`;
    const { groupOids, metadata, rows: found } = await read(stacked('mh'), 'all.csv');
    expect(groupOids).toEqual(['AE', 'MH']);
    // a column that is named after the other domain is none of theirs, unless it has a value
    expect(metadata?.groups.map(({ items }) => items.map(({ name }) => name))).toEqual([
      ['DOMAIN', 'STUDYID', 'USUBJID', 'AESEQ', 'AETERM'],
      ['DOMAIN', 'STUDYID', 'USUBJID', 'MHSEQ', 'MHTERM'],
    ]);
    const filled = await read(stacked('mh').replace('Rash,,', 'Rash,,Asthma'), 'all.csv');
    expect(filled.rows[0]?.values).toMatchObject({ 'AE.AETERM': 'Rash', 'AE.MHTERM': 'Asthma' });
    expect(found.map(({ groupOid, groupRepeat }) => [groupOid, groupRepeat])).toEqual([
      ['AE', '1'],
      ['MH', '1'],
    ]);
    expect(found.map(({ values }) => values['MH.MHTERM'] ?? null)).toEqual([null, 'Asthma']);
    expect(await refusal(stacked(''), 'all.csv')).toBe('missingPart 3');
  });

  it('has identifiers of records that are numbered in each subject, also where some have none', async () => {
    const { rows: found } = await read(
      'STUDYID,USUBJID,AESEQ,AESPID\nS1,01,1,1\nS1,01,2,2\nS1,02,1,1\nS1,02,2,\n',
      'AE.csv',
    );
    expect(found.map(({ recordId }) => recordId)).toEqual(['1', '2', '1', null]);
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
