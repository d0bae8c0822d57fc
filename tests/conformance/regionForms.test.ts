/** What another program writes for NMPA, PMDA and EMA, form by form: out in that form, and in again. Source: decision 0411. */
import { describe, expect, it } from 'vitest';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { writeIcsrText } from '../../shared/e2b/index.ts';
import { rowsOf } from './generated.ts';
import { catalogue, map, ports, readAll } from './roundTrip.ts';

const groupsOf = (itemId: string): readonly string[] => catalogue.items[itemId]?.groups ?? [];

const messageWith = (itemId: string, value: string): Promise<string> =>
  writeIcsrText(
    [
      {
        values: [
          {
            ...addressAt(
              itemId,
              groupsOf(itemId).map(() => 1),
            ),
            value,
            nullFlavor: null,
            notation: null,
          },
        ],
        rows: rowsOf(1).filter(({ group }) => ['G.k', 'E.i', ...groupsOf(itemId)].includes(group)),
      },
    ],
    map,
    ports,
  );

const readBack = async (xml: string, itemId: string): Promise<string | null | undefined> => {
  const { messages } = await readAll(xml);
  expect(messages[0]?.residueLines).toEqual([]);
  return messages[0]?.content.values.find((value) => value.itemId === itemId)?.value;
};

/** An observation of NMPA around its value. */
const observed = (around: string, code: string, value: string): RegExp =>
  new RegExp(
    `<${around}>\\s*<observation [^>]*>\\s*<code (?=[^>]*codeSystemVersion="1.1")[^>]*code="${code}"[^>]*/>\\s*${value}`,
  );
const ofDrug = (code: string, value: string): RegExp =>
  observed('outboundRelationship2 typeCode="REFR"', code, value);
const ofPair = (code: string, value: string): RegExp =>
  observed(
    'outboundRelationship2 typeCode="PERT"',
    code,
    `${value}\\s*<outboundRelationship1 typeCode="REFR">\\s*<actReference [^>]*>\\s*<id root=`,
  );
const ofPatient = (code: string, value: string): RegExp => observed('subjectOf2 typeCode="SBJ"', code, value);
const part = (qualifier: string, text: string): string =>
  `<delimiter qualifier="${qualifier}">${text}</delimiter>`;

const FORMS: [itemId: string, value: string, form: RegExp][] = [
  ['D.CN.3', '仁和医院', ofPatient('CN-3', '<value xsi:type="ED">仁和医院</value>')],
  ['D.CN.4', 'CN', ofPatient('CN-9', '<value xsi:type="CS" code="CN"/>')],
  ['D.CN.5', '010-5550100', ofPatient('CN-10', '<value xsi:type="TEL" value="010-5550100"/>')],
  ['D.CN.6', '妊娠12周', ofPatient('CN-13', '<value xsi:type="ED">妊娠12周</value>')],
  ['G.k.CN.1', '布洛芬', ofDrug('CN-7', '<value xsi:type="ST">布洛芬</value>')],
  ['G.k.CN.2', '注射笔', ofDrug('CN-14', '<value xsi:type="ST">注射笔</value>')],
  ['G.k.CN.3', '1', ofDrug('CN-15', '<value xsi:type="BL" value="true"/>')],
  ['G.k.CN.3', '2', ofDrug('CN-15', '<value xsi:type="BL" value="false"/>')],
  ['G.k.CN.4', 'H20000009', ofDrug('CN-16', '<value xsi:type="ST">H20000009</value>')],
  [
    'G.k.4.r.CN.1',
    '202712',
    observed('inboundRelationship typeCode="REFR"', 'CN-8', '<value xsi:type="TS" value="202712"/>'),
  ],
  ['G.k.9.i.CN.1', 'true', ofPair('CN-4', '<value xsi:type="CE" code="1"/>')],
  ['G.k.9.i.CN.1', 'false', ofPair('CN-4', '<value xsi:type="CE" code="0"/>')],
  ['G.k.9.i.CN.2', '4', ofPair('CN-5', '<value xsi:type="CE" code="4"/>')],
  [
    'G.k.9.i.2.r.CN.1',
    '2',
    /<author [^>]*>\s*<assignedEntity [^>]*>\s*<code (?=[^>]*code="2")[^>]*codeSystem="CN-CSV"/,
  ],
  ['G.k.9.i.2.r.CN.2', '3', /<value (?=[^>]*xsi:type="CE")(?=[^>]*code="3")[^>]*codeSystem="CN-CSV"/],
  [
    'J2.15.r',
    'DE',
    /<participation typeCode="AUT">\s*<assignedEntity [^>]*>\s*<representedOrganization [^>]*>\s*<asLocatedEntity [^>]*>\s*<location [^>]*>\s*<code (?=[^>]*code="DE")/,
  ],
  ['J2.17.r', 'clinical', /<document [^>]*>\s*<code (?=[^>]*code="2")[^>]*\/>\s*<title>clinical</],
  ...[
    ['J2.18.1', 'representedOrganization [^>]*>\\s*<name'],
    ['J2.18.2', 'assignedPerson [^>]*>\\s*<name>\\s*<prefix'],
    ['J2.18.3', 'assignedPerson [^>]*>\\s*<name>\\s*<family'],
    ['J2.18.4', 'assignedPerson [^>]*>\\s*<name>\\s*<given'],
  ].map(([itemId = '', path]): (typeof FORMS)[number] => [
    itemId,
    'Example',
    new RegExp(
      `<primaryInformationRecipient typeCode="PRCP">\\s*<assignedEntity [^>]*>\\s*<${path}>Example<`,
    ),
  ]),
  ...['D.8.r', 'D.10.8.r'].flatMap((group): (typeof FORMS)[number][] => [
    [`${group}.1.EU.1`, 'Exampla', new RegExp(`<name>\\s*${part('INV', 'Exampla')}`)],
    [`${group}.1.EU.8`, 'for children', new RegExp(`<name>\\s*${part('USE', 'for children')}`)],
    [
      `${group}.EU.r.1`,
      'examplamide',
      /<ingredient classCode="ACTI">\s*<ingredientSubstance [^>]*>\s*<name>examplamide</,
    ],
    [
      `${group}.EU.r.3a`,
      '25',
      /<ingredient classCode="ACTI">\s*<quantity>\s*<numerator value="25"\/>\s*<denominator value="1" unit="1"\/>/,
    ],
  ]),
];

describe('an item of a region', () => {
  it.each(FORMS)('%s, %s, has the form that another program gives it', async (itemId, value, form) => {
    const xml = await messageWith(itemId, value);
    expect(xml).toMatch(form);
    expect(await readBack(xml, itemId)).toBe(value);
  });

  it.each([
    ['D.CN.1', '<value xsi:type="TS" value="汉族"/>'],
    ['D.CN.1', '<value xsi:type="CE" code="汉族"/>'],
    ['D.CN.2', '<value xsi:type="TS" value="汉族"/>'],
    ['D.CN.4', '<value xsi:type="ST">汉族</value>'],
    ['D.CN.3', '<value xsi:type="ST">汉族</value>'],
  ])('%s is read from %s, too', async (itemId, form) => {
    const xml = await messageWith(itemId, '汉族');
    const other = xml.replace(/<value xsi:type="(?:ST|ED|CS)"[^>]*?(?:\/>|>[^<]*<\/value>)/, form);
    expect(await readBack(other, itemId)).toBe('汉族');
  });
});
