/** Links between drugs, reactions and assessments, in every way that senders spell ids. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';
import { readIcsrs } from './readIcsrs.ts';
import { writeIcsrText } from './writeIcsrs.ts';
import type { ReadMessage } from './e2b.types.ts';

const { map } = e2bCatalogue();
const ports = memoryPorts();
const LISTS = '2.16.840.1.113883.3.989.2.1.1';
const [DRUG, REACTION] = ['3c91b4d5-e039-4a7a-9c30-67671b0ef9e4', '154eb889-958b-45f2-a02f-42d4d6f4657f'];

interface Id {
  root?: string;
  extension?: string;
  nullFlavor?: string;
}
interface Report {
  drugs: Id[];
  reactions: Id[];
  assessments?: { drug: Id; reaction: Id; result: string }[];
  strange?: string;
}

const attributes = (id: Id): string =>
  Object.entries(id)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

const xmlOf = ({ drugs, reactions, assessments = [], strange = '' }: Report): string =>
  `<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><PORR_IN049016UV>
<controlActProcess><subject><investigationEvent><component><adverseEventAssessment><subject1><primaryRole><player1/>
${reactions.map((id, at) => `<subjectOf2><observation><id${attributes(id)}/><code code="29" codeSystem="${LISTS}.19"/><value xsi:type="CE"><originalText>reaction ${at + 1}</originalText></value></observation></subjectOf2>`).join('')}
<subjectOf2><organizer><code code="4" codeSystem="${LISTS}.20"/>
${drugs.map((id, at) => `<component><substanceAdministration><id${attributes(id)}/><consumable><instanceOfKind><kindOfProduct><name>drug ${at + 1}</name></kindOfProduct></instanceOfKind></consumable></substanceAdministration></component>`).join('')}
</organizer></subjectOf2></primaryRole></subject1>
${assessments.map(({ drug, reaction, result }) => `<component><causalityAssessment><code code="39" codeSystem="${LISTS}.19"/><value xsi:type="ST">${result}</value><subject1><adverseEffectReference><id${attributes(reaction)}/></adverseEffectReference></subject1><subject2><productUseReference><id${attributes(drug)}/></productUseReference></subject2></causalityAssessment></component>`).join('')}
${strange}</adverseEventAssessment></component></investigationEvent></subject></controlActProcess></PORR_IN049016UV></MCCI_IN200100UV01>`;

async function readOne(xml: string): Promise<ReadMessage> {
  for await (const message of readIcsrs(xml, map, ports)) return message;
  throw new Error('no message was read');
}

const write = ({ content, residue }: Pick<ReadMessage, 'content' | 'residue'>): Promise<string> =>
  writeIcsrText([{ ...content, residue }], map, ports);

/** The assessed pairs, as drug and reaction and what is said of them. */
const pairsOf = ({ content: { values } }: ReadMessage): string[] =>
  values
    .filter(({ itemId }) => itemId === 'G.k.9.i.2.r.3')
    .map(({ rowNo, rowNo2, value }) => `${rowNo} ${rowNo2} ${value}`)
    .sort();

const idsOf = (xml: string): string[] =>
  [...xml.matchAll(/<(?:substanceAdministration|observation)[^>]*>\s*<id([^>]*)\/>/g)].map(([, id = '']) =>
    id.trim(),
  );

const report = (drug: Id, reference: Id, more: Id[] = []): Report => ({
  drugs: [drug, ...more],
  reactions: [{ root: REACTION }],
  assessments: [{ drug: reference, reaction: { root: REACTION }, result: 'related' }],
});

describe('a reference resolves', () => {
  it.each<[string, Id, Id, Id[]?]>([
    ['by root, a UUID', { root: DRUG }, { root: DRUG }],
    ['by root in capitals', { root: DRUG }, { root: DRUG.toUpperCase() }],
    [
      'by root and extension',
      { root: 'drugs', extension: '1' },
      { root: 'drugs', extension: '1' },
      [{ root: 'drugs', extension: '2' }],
    ],
    [
      'by extension alone',
      { root: 'drugs', extension: '1' },
      { extension: '1' },
      [{ root: 'drugs', extension: '2' }],
    ],
    [
      'by root alone where it is the only one',
      { root: 'drugs', extension: '1' },
      { root: 'drugs' },
      [{ root: 'others', extension: '1' }],
    ],
    [
      'with an extension that the drug lacks',
      { root: DRUG },
      { root: DRUG, extension: '1' },
      [{ root: REACTION }],
    ],
    [
      'with an extension in another case',
      { root: 'drugs', extension: 'did1' },
      { root: 'drugs', extension: 'DID1' },
    ],
    ['with white space', { root: ' drugs', extension: '1 ' }, { root: 'drugs', extension: ' 1' }],
    ['by a UUID as extension', { root: 'drugs', extension: DRUG }, { root: DRUG }],
    [
      'among equal extensions of different roots',
      { root: 'a', extension: '1' },
      { root: 'a', extension: '1' },
      [{ root: 'b', extension: '1' }],
    ],
    [
      'among extensions that differ in case',
      { root: 'a', extension: 'x' },
      { root: 'a', extension: 'x' },
      [{ root: 'a', extension: 'X' }],
    ],
  ])('%s', async (_how, drug, reference, more) => {
    const xml = xmlOf(report(drug, reference, more));
    const read = await readOne(xml);

    expect(pairsOf(read)).toEqual(['1 1 related']);
    expect(pairsOf(await readOne(await write(read)))).toEqual(['1 1 related']);
  });

  it.each<[string, Id, Id[]]>([
    ['an extension of two roots', { extension: '1' }, [{ root: 'b', extension: '1' }]],
    ['a root of two extensions', { root: 'a' }, [{ root: 'a', extension: '2' }]],
    ['an extension of no drug', { root: 'a', extension: '9' }, []],
    ['nothing', { nullFlavor: 'UNK' }, []],
  ])('not from %s: it is kept as it came', async (_what, reference, more) => {
    const read = await readOne(xmlOf(report({ root: 'a', extension: '1' }, reference, more)));

    expect(pairsOf(read)).toEqual([]);
    expect(read.residueLines.map(({ text }) => text)).toContain('related');
    expect(await write(read)).toContain(`<id${attributes(reference)}/>`);
  });
});

describe('the id of a drug', () => {
  it('is written as its sender gave it', async () => {
    const read = await readOne(xmlOf(report({ root: 'drugs', extension: 'DID1' }, { extension: 'did1' })));
    const xml = await write(read);

    expect(xml.match(/<id root="drugs" extension="DID1"\/>/g)).toHaveLength(2);
  });

  it('is a new one in a copy, which has other row ids and no residue', async () => {
    const { content } = await readOne(
      xmlOf(report({ root: 'drugs', extension: '1' }, { root: 'drugs', extension: '1' })),
    );
    const rows = content.rows.map((row) => ({ ...row, rowId: ports.newUuid() }));
    const xml = await write({ content: { ...content, rows }, residue: [] });

    expect(xml).not.toContain('"drugs"');
    expect(pairsOf(await readOne(xml))).toEqual(['1 1 related']);
  });

  it('is its own where two drugs have the same', async () => {
    const same = { root: 'drugs', extension: '1' };
    const xml = await write(await readOne(xmlOf(report(same, same, [same]))));

    expect(new Set(idsOf(xml)).size).toBe(3);
    expect(pairsOf(await readOne(xml))).toEqual(['1 1 related']);
  });

  it('is its own where a UUID is the namespace of two', async () => {
    const [one, other] = ['1', '2'].map((extension) => ({ root: DRUG, extension }));
    const { content } = await readOne(xmlOf(report(one ?? {}, one ?? {}, [other ?? {}])));

    const rowIds = content.rows.filter(({ group }) => group === 'G.k').map(({ rowId }) => rowId);
    expect(new Set(rowIds).size).toBe(2);
  });

  it('comes back as a null flavor until something refers to the drug', async () => {
    const read = await readOne(xmlOf({ drugs: [{ nullFlavor: 'NI' }], reactions: [{ root: REACTION }] }));
    expect(await write(read)).toContain('<id nullFlavor="NI"/>');

    const assessed = {
      ...read.content.values[0],
      itemId: 'G.k.9.i.2.r.3',
      rowNo: 1,
      rowNo2: 1,
      rowNo3: 1,
      value: 'related',
      nullFlavor: null,
      notation: null,
    };
    const xml = await write({
      ...read,
      content: { ...read.content, values: [...read.content.values, assessed] },
    });
    expect(xml).not.toContain('nullFlavor="NI"');
    expect(pairsOf(await readOne(xml))).toEqual(['1 1 related']);
  });
});

describe('a deleted row', () => {
  const strange = `<component><causalityAssessment><code code="77" codeSystem="9.9"/><subject2><productUseReference><id root="drugs" extension="1"/></productUseReference></subject2></causalityAssessment></component>`;

  it('leaves no reference to it, from unmapped content neither', async () => {
    const [one, other] = ['1', '2'].map((extension) => ({ root: 'drugs', extension }));
    const read = await readOne(xmlOf({ ...report(one ?? {}, one ?? {}, [other ?? {}]), strange }));
    expect(await write(read)).toContain('code="77"');

    const rows = read.content.rows.map((row) => ({
      ...row,
      deleted: row.group === 'G.k' && row.rowNo === 1,
    }));
    const xml = await write({ ...read, content: { ...read.content, rows } });

    expect(xml).not.toContain('extension="1"');
    expect(xml).not.toContain('code="77"');
    expect(xml).toContain('extension="2"');
  });
});

describe('whatever the ids are', () => {
  const id = fc.record(
    {
      root: fc.constantFrom('a', 'b', 'oid.1', DRUG, REACTION),
      extension: fc.stringMatching(/^[A-Za-z0-9]{1,3}$/),
    },
    { requiredKeys: [] },
  );
  const isUnambiguous = (ids: Id[]): boolean => {
    const keys = ids.flatMap(({ root, extension }) => [root, extension].filter((part) => part !== undefined));
    return (
      ids.every((one) => one.root !== undefined || one.extension !== undefined) &&
      new Set(keys.map((key) => key.toLowerCase())).size === keys.length
    );
  };
  const spelling = fc.constantFrom<(one: Id) => Id>(
    (one) => one,
    ({ root, extension }) => (extension === undefined ? { root } : { extension }),
    ({ root, extension }) => (root === undefined ? { extension } : { root }),
    ({ root, extension }) => ({
      ...(root && { root: root.toUpperCase() }),
      ...(extension && { extension: extension.toLowerCase() }),
    }),
    ({ root, extension }) => ({
      ...(root && { root: ` ${root}` }),
      ...(extension && { extension: `${extension} ` }),
    }),
  );

  it('references in any spelling resolve, and again after writing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(id, { minLength: 1, maxLength: 4 }).filter(isUnambiguous),
        fc.array(id, { minLength: 1, maxLength: 3 }).filter(isUnambiguous),
        fc.array(fc.tuple(fc.nat(), fc.nat(), spelling), { maxLength: 5 }),
        async (drugs, reactions, chosen) => {
          const pairs = new Map(
            chosen.map(([drug, reaction, spell]) => {
              const at = [drug % drugs.length, reaction % reactions.length] as const;
              return [`${at[0] + 1} ${at[1] + 1} related`, { at, spell }];
            }),
          );
          const assessments = [...pairs.values()].map(({ at: [drug, reaction], spell }) => ({
            drug: spell(drugs[drug] ?? {}),
            reaction: spell(reactions[reaction] ?? {}),
            result: 'related',
          }));
          const read = await readOne(xmlOf({ drugs, reactions, assessments }));
          expect(pairsOf(read)).toEqual([...pairs.keys()].sort());

          const again = await readOne(await write(read));
          expect(pairsOf(again)).toEqual([...pairs.keys()].sort());
          expect(again.content.rows.length).toBe(read.content.rows.length);
        },
      ),
      { numRuns: 150 },
    );
  });
});
