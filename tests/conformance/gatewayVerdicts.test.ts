/**
 * What the test gateway of the FDA answered in 2026, in a campaign that a sponsor published (rules 2.18), to messages that
 * differ in one place from one that it accepts: the check has to predict it. Source: decision 0409.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorsIn } from './errorsIn.ts';
import { present, referenceDir } from './reference.ts';

const POST_MARKET = 'FAERS2022Scenario1.xml';
const PRE_MARKET = 'FAERS2022Scenario3.xml';

type Change = (xml: string) => string;

const instance = (name: string): string => readFileSync(join(referenceDir, 'instances', name), 'utf8');

/** Replaces what the instance has once, or has first. */
const replaced =
  (old: string | RegExp, next: string): Change =>
  (xml) => {
    const changed = xml.replace(old, next);
    if (changed === xml) throw new Error(`the instance has no ${String(old)}`);
    return changed;
  };

/** Without the element that the instance's own remark behind it names as this item. */
const without = (itemId: string): Change =>
  replaced(
    new RegExp(`<(\\w+)[^<>]*(?:/>|>[^<]*</\\1>)(?=\\s*<!--\\s*${itemId.replaceAll('.', '\\.')}[:\\s])`),
    '',
  );

const LOCAL_CRITERIA = 'codeSystem="2.16.840.1.113883.3.989.5.1.2.2.1.1.1"';
const notExpedited = replaced(
  /(localCriteriaForExpedited"\/>\s*<value xsi:type="BL" value=")true/,
  '$1false',
);
const periodic = replaced(`code="1" ${LOCAL_CRITERIA}`, `code="2" ${LOCAL_CRITERIA}`);
const race = (code: string): Change => replaced('code="C41260"', `code="${code}"`);
const ethnicity = (code: string): Change => replaced('code="C41222"', `code="${code}"`);
const ASSESSMENT =
  /<component typeCode="COMP">\s*<causalityAssessment(?:(?!<\/causalityAssessment>)[^])*code="39"[^]*?<\/causalityAssessment>\s*<\/component>/g;

/** The sender: all of it is required, a fax number, too. */
const SENDER = ['C.3.1', 'C.3.3.1', 'C.3.3.2', 'C.3.3.3', 'C.3.3.5'].concat(
  Array.from({ length: 8 }, (_, at) => `C.3.4.${at + 1}`),
);

const ACCEPTED: [name: string, change: Change][] = [
  ['race African American', race('C16352')],
  ['race American Indian', race('C41259')],
  ['race White', race('C41261')],
  ['ethnicity Hispanic', ethnicity('C17459')],
  [
    'medical history as text',
    replaced('<value xsi:type="ED">None</value>', '<value xsi:type="ED">Hypertension</value>'),
  ],
  ['not expedited, periodic', (xml) => periodic(notExpedited(xml))],
];

const REJECTED: [name: string, change: Change, items: string[]][] = [
  ['race of another list', race('C41257'), ['FDA.D.11.r.1']],
  ['race of another list', race('C41258'), ['FDA.D.11.r.1']],
  ['race unknown as a code', race('C17998'), ['FDA.D.11.r.1']],
  ['ethnicity unknown as a code', ethnicity('C17998'), ['FDA.D.12']],
  [
    'medical history without information',
    replaced('<value xsi:type="ED">None</value>', '<value xsi:type="ED" nullFlavor="NI"/>'),
    ['D.7.2'],
  ],
  ['not expedited, 15 days', notExpedited, ['FDA.C.1.7.1']],
  [
    'a report from a study without its type',
    replaced('code="1" displayName="Spontaneous report"', 'code="2" displayName="Report from study"'),
    ['C.5.4'],
  ],
  [
    'a death without a word on an autopsy',
    replaced(
      '<birthTime value="20010615"/>',
      '<birthTime value="20010615"/><deceasedTime value="20150101"/>',
    ),
    ['D.9.3'],
  ],
  ['no organisation of the sender', without('C.3.2'), ['C.3.2']],
  ...SENDER.map((itemId): (typeof REJECTED)[number] => [`no ${itemId}`, without(itemId), [itemId]]),
];

const itemsOf = (errors: readonly string[]): string[] => errors.map((error) => error.split(' ')[1] ?? '');

const itemsIn = async (xml: string): Promise<string[]> => itemsOf(await errorsIn(Buffer.from(xml), 'FDA'));

describe.skipIf(!present)('the check for the FDA', () => {
  it.each(ACCEPTED)('finds no error in what its gateway accepted: %s', async (_, change) => {
    expect(await itemsIn(change(instance(POST_MARKET)))).toEqual([]);
  });

  it.each(REJECTED)('finds the error that its gateway rejected: %s', async (_, change, items) => {
    expect(await itemsIn(change(instance(POST_MARKET)))).toEqual(items);
  });

  it('finds what its gateway rejected in a report of an IND study: no assessment', async () => {
    const items = ['G.k.9.i.2.r.1', 'G.k.9.i.2.r.2', 'G.k.9.i.2.r.3'];
    expect(await itemsIn(replaced(ASSESSMENT, '')(instance(PRE_MARKET)))).toEqual(items);
  });
});
