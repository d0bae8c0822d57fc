/** Details that no item holds are written as they came, until the value beside them changes. */
import { describe, expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';
import { readIcsrs } from './readIcsrs.ts';
import { writeIcsrText } from './writeIcsrs.ts';
import type { ReadBatch, ReadMessage } from './e2b.types.ts';

const { map } = e2bCatalogue();
const ports = memoryPorts();
const LISTS = '2.16.840.1.113883.3.989.2.1.1';
const OBSERVATIONS = `codeSystem="${LISTS}.19"`;

const reportWith = (event: string, player: string, patient: string): string =>
  `<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><PORR_IN049016UV>
<controlActProcess><subject><investigationEvent>${event}<component><adverseEventAssessment><subject1><primaryRole><player1>${player}</player1>
${patient}</primaryRole></subject1></adverseEventAssessment></component></investigationEvent></subject></controlActProcess></PORR_IN049016UV></MCCI_IN200100UV01>`;

async function readBatch(xml: string): Promise<{ messages: ReadMessage[]; batch: ReadBatch }> {
  const messages: ReadMessage[] = [];
  const reader = readIcsrs(xml, map, ports);
  let next = await reader.next();
  for (; !next.done; next = await reader.next()) messages.push(next.value);
  return { messages, batch: next.value };
}

async function readOne(xml: string): Promise<ReadMessage> {
  const [first] = (await readBatch(xml)).messages;
  if (!first) throw new Error('no message was read');
  return first;
}

const write = ({ content, residue }: ReadMessage): Promise<string> =>
  writeIcsrText([{ ...content, residue }], map, ports);

const flat = (xml: string): string => xml.replaceAll(/\n\s*/g, '');

const sender = (inner: string): string =>
  `<subjectOf1><controlActEvent><author><assignedEntity><code code="1" codeSystem="${LISTS}.7"/>${inner}</assignedEntity></author></controlActEvent></subjectOf1>`;
const record = (code: string, id: string): string =>
  `<asIdentifiedEntity>${id}<code code="${code}" codeSystem="${LISTS}.4"/></asIdentifiedEntity>`;

const DETAILS: [string, { event?: string; player?: string; patient?: string }, RegExp][] = [
  [
    'a telecom that is only a null flavor',
    { event: sender('<telecom nullFlavor="ASKU"/>') },
    /<telecom nullFlavor="ASKU"\/>/,
  ],
  [
    'a telecom with its scheme',
    { event: sender('<telecom nullFlavor="ASKU" value="fax:"/>') },
    /<telecom nullFlavor="ASKU" value="fax:"\/>/,
  ],
  [
    'an id that is only a null flavor',
    { player: record('1', '<id nullFlavor="MSK"/>') },
    /<id nullFlavor="MSK"\/>/,
  ],
  [
    'an id with the root beside its null flavor',
    { player: record('1', '<id nullFlavor="MSK" root="2.16.840.1.113883.3.989.2.1.3.7"/>') },
    /<id (?=[^>]*nullFlavor="MSK")[^>]*root="2.16.840.1.113883.3.989.2.1.3.7"/,
  ],
  ['an id without root', { player: record('2', '<id extension="R-1"/>') }, /<id extension="R-1"\/>/],
  ['an empty element', { event: sender('<addr/>') }, /<addr\/>/],
  [
    'an observation without a value',
    { patient: `<subjectOf2><observation><code code="3" ${OBSERVATIONS}/></observation></subjectOf2>` },
    /<observation[^>]*><code code="3" [^>]*\/><\/observation>/,
  ],
];

describe('written as it came is', () => {
  it.each(DETAILS)('%s', async (_what, { event = '', player = '', patient = '' }, expected) => {
    const read = await readOne(reportWith(event, player, patient));
    expect(read.residueLines).toEqual([]);

    const xml = flat(await write(read));
    expect(xml).toMatch(expected);
    expect(flat(await write(await readOne(xml)))).toMatch(expected);
  });
});

describe('an element of the message that is only a null flavor, where a code is always written', () => {
  it.each(['processingCode', 'processingModeCode', 'acceptAckCode'])(
    '%s is written as it came',
    async (name) => {
      const given = `<${name} nullFlavor="NI"/>`;
      const report = reportWith('', '', '').replace('<controlActProcess>', `${given}<controlActProcess>`);
      const read = await readOne(report);
      const element = new RegExp(`<${name}[^>]*>`).exec(flat(await write(read)))?.[0] ?? '';
      expect(element).toMatch(/nullFlavor="NI"/);
      expect(element).not.toMatch(/ (?:code|extension)=/);
    },
  );

  it('has its code where both came', async () => {
    const given = '<acceptAckCode code="AL" nullFlavor="NI"/>';
    const report = reportWith('', '', '').replace('<controlActProcess>', `${given}<controlActProcess>`);
    expect(flat(await write(await readOne(report)))).toMatch(
      /<acceptAckCode (?=[^>]*code="AL")[^>]*nullFlavor="NI"/,
    );
  });

  it('has another code where both came', async () => {
    const given = '<processingModeCode nullFlavor="NI" code="I"/>';
    const report = reportWith('', '', '').replace('<controlActProcess>', `${given}<controlActProcess>`);
    expect(flat(await write(await readOne(report)))).toMatch(
      /<processingModeCode (?=[^>]*code="I")[^>]*nullFlavor="NI"/,
    );
  });
});

it('a text of the batch itself is written as it came', async () => {
  const report = reportWith('', '', '').replace(
    '<PORR_IN049016UV>',
    'sent again &amp; whole<PORR_IN049016UV>',
  );
  const { messages, batch } = await readBatch(report);
  const cases = messages.map(({ content, residue }) => ({ ...content, residue }));
  const xml = await writeIcsrText(cases, map, ports, { batchResidue: batch.residue });
  expect(flat(xml)).toMatch(/<MCCI_IN200100UV01 [^>]*>sent again &amp; whole</);
});

const ofDrug = (inner: string): string =>
  `<subjectOf2><organizer><code code="4" codeSystem="${LISTS}.20"/><component><substanceAdministration>${inner}</substanceAdministration></component></organizer></subjectOf2>`;

describe('an element that is only a null flavor, in which others are always written', () => {
  it('is written as it came, and with what it holds once something is known', async () => {
    const read = await readOne(reportWith('', '', ofDrug('<consumable nullFlavor="UNK"/>')));
    expect(read.residueLines.map(({ path }) => path)).toEqual([
      expect.stringMatching(/consumable\/@nullFlavor$/),
    ]);
    const xml = flat(await write(read));
    expect(xml).toMatch(/<consumable (?=[^>]*nullFlavor="UNK")[^>]*\/>/);
    expect(flat(await write(await readOne(xml)))).toBe(xml);

    const name = {
      itemId: 'G.k.2.2',
      rowNo: 1,
      rowNo2: 0,
      rowNo3: 0,
      value: 'Pravux',
      nullFlavor: null,
      notation: null,
    };
    const known = { ...read, content: { ...read.content, values: [...read.content.values, name] } };
    expect(flat(await write(known))).toMatch(
      /<consumable typeCode="CSM"><instanceOfKind.*<name>Pravux<\/name>/,
    );
  });

  it('is not written of the identifier and the time of the next message, which has its own', async () => {
    const xml = reportWith('', '', '').replace(
      '<PORR_IN049016UV>',
      '<PORR_IN049016UV><id nullFlavor="NI" root="2.16.840.1.113883.3.989.2.1.3.1"/><creationTime nullFlavor="UNK"/>',
    );
    const written = flat(await write(await readOne(xml)));
    const message = written.slice(written.indexOf('<PORR_IN049016UV>'));
    expect(message).toMatch(
      /^<PORR_IN049016UV><id [^>]*extension="[^"]+"[^>]*\/><creationTime value="\d{14}\+0000"\/>/,
    );
    expect(message.slice(0, 300)).not.toContain('nullFlavor');
  });
});

const AGE = `<code code="3" ${OBSERVATIONS}/>`;
const observation = (inner: string): string =>
  `<subjectOf2><observation${inner.startsWith(' ') ? inner : `>${inner}`}</observation></subjectOf2>`;

const BESIDE_CONTENT: [string, { event?: string; player?: string; patient?: string }, RegExp, string][] = [
  [
    'around elements',
    { event: sender('<assignedPerson nullFlavor="NI"><name><family>Kim</family></name></assignedPerson>') },
    /<assignedPerson[^>]* nullFlavor="NI"[^>]*>.*<family>Kim</,
    'Kim',
  ],
  [
    'on a text',
    { player: '<name nullFlavor="MSK">K.L.M.</name>' },
    /<name nullFlavor="MSK">K\.L\.M\.</,
    'K.L.M.',
  ],
  [
    'on a time',
    { player: '<birthTime value="19500101" nullFlavor="UNK"/>' },
    /<birthTime (?=[^>]*nullFlavor="UNK")[^>]*value="19500101"/,
    '19500101',
  ],
  [
    'on a code',
    { player: '<administrativeGenderCode code="1" codeSystem="1.0.5218" nullFlavor="ASKU"/>' },
    /<administrativeGenderCode (?=[^>]*nullFlavor="ASKU")[^>]*code="1"/,
    '1',
  ],
  [
    'on a quantity',
    { patient: observation(`${AGE}<value xsi:type="PQ" value="65" unit="a" nullFlavor="UNK"/>`) },
    /<value (?=[^>]*nullFlavor="UNK")[^>]*value="65"/,
    '65',
  ],
  [
    'on the open end of a quantity',
    {
      patient: `<subjectOf2><organizer><code code="3" codeSystem="${LISTS}.20"/><component><observation><code><originalText>Blood</originalText></code><value xsi:type="IVL_PQ"><low value="5" unit="mg"/><high nullFlavor="UNK"/></value></observation></component></organizer></subjectOf2>`,
    },
    /<high nullFlavor="UNK"\/>/,
    '>=5',
  ],
  [
    'on an id',
    {
      player: `<asIdentifiedEntity><id root="2.16.840.1.113883.3.989.2.1.3.7" extension="R-1" nullFlavor="MSK"/><code code="1" codeSystem="${LISTS}.4"/></asIdentifiedEntity>`,
    },
    /<id (?=[^>]*nullFlavor="MSK")[^>]*extension="R-1"/,
    'R-1',
  ],
  [
    'on an observation',
    { patient: observation(` nullFlavor="NI">${AGE}<value xsi:type="PQ" value="65" unit="a"/>`) },
    /<observation (?=[^>]*nullFlavor="NI")/,
    '65',
  ],
];

describe('a null flavor beside what is known', () => {
  it.each(BESIDE_CONTENT)('%s is shown and written back', async (_what, parts, expected, value) => {
    const { event = '', player = '', patient = '' } = parts;
    const read = await readOne(reportWith(event, player, patient));
    expect(read.content.values.map((one) => one.value)).toContain(value);
    expect(read.residueLines.map(({ path }) => path)).toEqual([expect.stringMatching(/@nullFlavor$/)]);
    expect(flat(await write(read))).toMatch(expected);
  });

  it.each([
    '<id root="68d6f5ce-3b3b-45c7-92dd-69e06730c3a9"',
    '<id extension="1" root="drugs"',
    '<productUseReference classCode="SBADM" moodCode="EVN"',
    '<subject2 typeCode="SUBJ"',
    '<adverseEffectReference classCode="OBS" moodCode="EVN"',
    '<id root="154eb889-958b-45f2-a02f-42d4d6f4657f"',
  ])('on a row, or on a link to it, is shown and written back where it came: %s', async (tag) => {
    const drug = tag.includes('drugs')
      ? '<id extension="1" root="drugs"/>'
      : '<id root="68d6f5ce-3b3b-45c7-92dd-69e06730c3a9"/>';
    const reaction = '<id root="154eb889-958b-45f2-a02f-42d4d6f4657f"/>';
    const rows = `<subjectOf2><observation>${reaction}<code code="29" ${OBSERVATIONS}/></observation></subjectOf2>${ofDrug(drug)}`;
    const links = `<subject1 typeCode="SUBJ"><adverseEffectReference classCode="OBS" moodCode="EVN">${reaction}</adverseEffectReference></subject1><subject2 typeCode="SUBJ"><productUseReference classCode="SBADM" moodCode="EVN">${drug}</productUseReference></subject2>`;
    const assessed = `<component><causalityAssessment><code code="39" ${OBSERVATIONS}/><value xsi:type="ST">Related</value>${links}</causalityAssessment></component>`;
    const report = reportWith('', '', rows).replace('</adverseEventAssessment>', `${assessed}$&`);
    const OF_LINKS =
      /<(?:id (?=[^>]*root="(?:68d6|154e|drugs))|subject[12] (?=[^>]*"SUBJ")|productUse|adverseEffect)[^>]*>/g;
    const tags = (xml: string): string[] => (flat(xml).match(OF_LINKS) ?? []).map(sorted);
    const pieces = report.split(tag);
    for (const at of pieces.slice(1).keys()) {
      const one = `${pieces.slice(0, at + 1).join(tag)}${tag} nullFlavor="NI"${pieces.slice(at + 1).join(tag)}`;
      const read = await readOne(one);
      expect(read.residueLines.map(({ path }) => path)).toEqual([expect.stringMatching(/@nullFlavor$/)]);
      expect(tags(await write(read))).toEqual(tags(one));
    }
  });

  it('is gone with the value that it was beside', async () => {
    const read = await readOne(reportWith('', '<birthTime value="19500101" nullFlavor="UNK"/>', ''));
    const values = read.content.values.map((one) =>
      one.value === '19500101' ? { ...one, value: '1951' } : one,
    );
    expect(flat(await write({ ...read, content: { ...read.content, values } }))).toMatch(
      /<birthTime value="1951"\/>/,
    );
  });
});

it('a second text of an item is written with its type, without which no schema takes it', async () => {
  const history = (text: string): string =>
    `<subjectOf2><organizer><code code="1" codeSystem="${LISTS}.20"/><component><observation><code code="18" ${OBSERVATIONS}/><value xsi:type="ED">${text}</value></observation></component></organizer></subjectOf2>`;
  const read = await readOne(reportWith('', '', history('smoker') + history('diabetes')));

  expect(read.residueLines.map(({ text }) => text)).toEqual(['diabetes']);
  const written = flat(await write(read));
  for (const text of ['smoker', 'diabetes'])
    expect(written).toContain(`<value xsi:type="ED">${text}</value>`);
});

it('a list that was mistaken for the one beside it tells what the element is, and is shown', async () => {
  const weight = `<code code="7" codeSystem="${LISTS}.20"/><value xsi:type="PQ" value="65" unit="kg"/>`;
  const read = await readOne(
    reportWith('', '', `<subjectOf2><observation>${weight}</observation></subjectOf2>`),
  );

  expect(read.content.values).toContainEqual(expect.objectContaining({ itemId: 'D.3', value: '65' }));
  expect(read.residueLines.map(({ text }) => text)).toEqual([`${LISTS}.20`]);
  expect(flat(await write(read))).toContain(`<code code="7" codeSystem="${LISTS}.20"/>`);
});

it('an unknown interval between doses stays beside the known days of a dosage', async () => {
  const dosage = (interval: string): string =>
    `<subjectOf2><organizer><code code="4" codeSystem="${LISTS}.20"/><component><substanceAdministration><id root="3c91b4d5-e039-4a7a-9c30-67671b0ef9e4"/>
<outboundRelationship2 typeCode="COMP"><substanceAdministration><effectiveTime xsi:type="SXPR_TS">${interval}<comp xsi:type="IVL_TS" operator="A"><low value="20240228"/><high value="20240301"/></comp></effectiveTime></substanceAdministration></outboundRelationship2>
</substanceAdministration></component></organizer></subjectOf2>`;
  const timeIn = (xml: string): string | undefined =>
    /<effectiveTime xsi:type.*?<\/effectiveTime>/.exec(xml)?.[0];

  const unknown = await readOne(reportWith('', '', dosage('<comp xsi:type="PIVL_TS" nullFlavor="UNK"/>')));
  expect(unknown.residueLines).toEqual([]);
  expect(timeIn(flat(await write(unknown)))).toBe(
    '<effectiveTime xsi:type="SXPR_TS"><comp xsi:type="PIVL_TS"><period nullFlavor="UNK"/></comp><comp xsi:type="IVL_TS" operator="A"><low value="20240228"/><high value="20240301"/></comp></effectiveTime>',
  );

  const empty = await readOne(reportWith('', '', dosage('<comp xsi:type="IVL_TS" nullFlavor="UNK"/>')));
  expect(empty.residueLines.map(({ text }) => text)).toEqual(['UNK']);
  expect(timeIn(flat(await write(empty)))).toBe(
    '<effectiveTime xsi:type="SXPR_TS"><comp xsi:type="IVL_TS"><low value="20240228"/><high value="20240301"/></comp><comp xsi:type="IVL_TS" nullFlavor="UNK"/></effectiveTime>',
  );
});

it.each([
  ['of the second', '', ' nullFlavor="UNK"', ''],
  ['of each', ' nullFlavor="NI"', ' nullFlavor="UNK"', ''],
  ['on an end', '', '', ' nullFlavor="UNK"'],
])('null flavors beside parts of a time stay where they were: %s', async (_what, first, second, end) => {
  const time = `<effectiveTime xsi:type="SXPR_TS"><comp xsi:type="PIVL_TS"${first}><period value="8" unit="h"/></comp><comp xsi:type="IVL_TS" operator="A"${second}><low value="20240228"/><high value="20240301"${end}/></comp></effectiveTime>`;
  const dosage = `<outboundRelationship2 typeCode="COMP"><substanceAdministration>${time}</substanceAdministration></outboundRelationship2>`;
  const read = await readOne(reportWith('', '', ofDrug(dosage)));
  const known = (xml: string) => xml.match(/<(comp|period|low|high) [^>]*>/g)?.map(sorted);
  expect(known(flat(await write(read)))).toEqual(known(time));
});

/** A tag with its attributes in one order. */
const sorted = (tag: string): string =>
  tag
    .slice(1)
    .split(/[ />]+/)
    .toSorted()
    .join(' ');

it.each(['performer', 'assignedEntity'])('who assessed is unknown: %s is a null flavor', async (name) => {
  const open = name === 'performer' ? '' : '<performer>';
  const indication = `<inboundRelationship typeCode="RSON"><observation><code code="19" ${OBSERVATIONS}/><value xsi:type="CE"><originalText>Pain</originalText></value>${open}<${name} nullFlavor="ASKU"/>${open && '</performer>'}</observation></inboundRelationship>`;
  const read = await readOne(reportWith('', '', ofDrug(indication)));
  expect(read.residueLines.map(({ text }) => text)).toEqual(['ASKU']);
  const xml = flat(await write(read));
  expect(xml).toMatch(new RegExp(`<${name} (?=[^>]*nullFlavor="ASKU")[^>]*/>`));
  expect(flat(await write(await readOne(xml)))).toBe(xml);
});

it('a null flavor is beside nothing where the elements within are empty', async () => {
  const read = await readOne(
    reportWith(sender('<assignedPerson nullFlavor="NI"><name/></assignedPerson>'), '', ''),
  );
  expect(flat(await write(read))).toMatch(/<assignedPerson [^>]*nullFlavor="NI"/);
});

it.each(['', '<comp xsi:type="IVL_TS" operator="A"><low value="20240228"/><high value="20240301"/></comp>'])(
  'a second interval between doses goes out beside the first: %j',
  async (days) => {
    const interval = (hours: string, operator: string): string =>
      `<comp xsi:type="PIVL_TS"${operator}><period value="${hours}" unit="h"/></comp>`;
    const times = `<effectiveTime xsi:type="SXPR_TS">${interval('8', '')}${days}${interval('12', ' operator="A"')}</effectiveTime>`;
    const read = await readOne(
      reportWith(
        '',
        '',
        `<subjectOf2><organizer><code code="4" codeSystem="${LISTS}.20"/><component><substanceAdministration><id root="3c91b4d5-e039-4a7a-9c30-67671b0ef9e4"/>
<outboundRelationship2 typeCode="COMP"><substanceAdministration>${times}</substanceAdministration></outboundRelationship2></substanceAdministration></component></organizer></subjectOf2>`,
      ),
    );
    expect(read.content.values).toContainEqual(expect.objectContaining({ itemId: 'G.k.4.r.2', value: '8' }));
    expect(read.residueLines.map(({ text }) => text)).toEqual(['A', '12', 'h']);
    expect(flat(await write(read))).toContain(times);
  },
);

describe('written in full is', () => {
  it('an id that was a null flavor and has a value now', async () => {
    const read = await readOne(reportWith('', record('1', '<id nullFlavor="MSK"/>'), ''));
    const values = read.content.values.map((value) =>
      value.nullFlavor === 'MSK' ? { ...value, value: 'R-7', nullFlavor: null } : value,
    );

    const xml = await write({ ...read, content: { ...read.content, values } });

    expect(xml).toMatch(/<id (?=[^>]*extension="R-7")[^>]*root="2.16.840.1.113883.3.989.2.1.3.7"/);
  });

  it('a telecom that was a null flavor and has a number now', async () => {
    const read = await readOne(reportWith(sender('<telecom nullFlavor="ASKU"/>'), '', ''));
    const values = read.content.values.map((value) =>
      value.nullFlavor === 'ASKU' ? { ...value, value: '+82 2 1', nullFlavor: null } : value,
    );

    expect(await write({ ...read, content: { ...read.content, values } })).toContain(
      '<telecom value="tel:+82 2 1"/>',
    );
  });
});

it('a file goes out whole where a text stands beside the elements around it', async () => {
  const held = (text: string): string =>
    `${text}<reference><document><code code="1" codeSystem="${LISTS}.27"/><title>Scan</title><text mediaType="text/plain" representation="B64"><reference value="a.txt"/>SGVsbG8=</text></document></reference>`;
  for (const text of ['', 'loose']) {
    const xml = flat(await write(await readOne(reportWith(held(text), '', ''))));
    expect(xml).toContain('<reference value="a.txt"/>SGVsbG8=</text>');
    expect(xml.includes('loose')).toBe(text !== '');
  }
});

it('a second start of a time, and a second number of a quantity, stay beside the first', async () => {
  const dosage = `<outboundRelationship2 typeCode="COMP"><substanceAdministration><effectiveTime xsi:type="SXPR_TS"><comp xsi:type="PIVL_TS"><period value="8" unit="h"/></comp><comp xsi:type="IVL_TS" operator="A"><low value="20240228"/><low value="20240301"/><high value="20240302"/></comp></effectiveTime></substanceAdministration></outboundRelationship2>`;
  const result = `<subjectOf2><organizer><code code="3" codeSystem="${LISTS}.20"/><component><observation><code><originalText>Blood</originalText></code><value xsi:type="IVL_PQ"><center value="5" unit="mg"/><center value="6" unit="mg"/></value></observation></component></organizer></subjectOf2>`;
  const read = await readOne(reportWith('', '', ofDrug(dosage) + result));
  expect(read.residueLines.map(({ text }) => text)).toEqual(['20240301', '6', 'mg']);
  const xml = flat(await write(read));
  expect(xml).toContain('<low value="20240228"/><low value="20240301"/><high value="20240302"/>');
  expect(xml).toContain('<center value="5" unit="mg"/><center value="6" unit="mg"/>');
  expect(flat(await write(await readOne(xml)))).toContain('<low value="20240228"/><low value="20240301"/>');
});

it('an unknown second part of a time is the value of its item, and nothing beside it', async () => {
  const dosage = `<outboundRelationship2 typeCode="COMP"><substanceAdministration><effectiveTime xsi:type="SXPR_TS"><comp xsi:type="PIVL_TS"><period value="8" unit="h"/></comp><comp xsi:type="IVL_TS" operator="A" nullFlavor="UNK"/></effectiveTime></substanceAdministration></outboundRelationship2>`;
  const read = await readOne(reportWith('', '', ofDrug(dosage)));
  expect(read.residueLines).toEqual([]);
  expect(flat(await write(read))).toContain('operator="A"><low nullFlavor="UNK"/></comp></effectiveTime>');
});
