/** Reports that are made to take long: deep, wide, and repeated where the reader searches. */
import { describe, expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';
import { readIcsrs } from './readIcsrs.ts';
import { UnreadableXml } from './unreadableXml.ts';
import type { ReadMessage } from './e2b.types.ts';

const { map } = e2bCatalogue();
const ports = memoryPorts();

const batch = (...lines: string[]): string =>
  [
    '<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    '<PORR_IN049016UV><id extension="M1"/>',
    ...lines,
    '</PORR_IN049016UV>',
    '</MCCI_IN200100UV01>',
  ].join('\n');

async function read(xml: string): Promise<ReadMessage[]> {
  const messages: ReadMessage[] = [];
  for await (const one of readIcsrs(xml, map, ports)) messages.push(one);
  return messages;
}

const refusalOf = async (xml: string): Promise<unknown> => read(xml).catch((error: unknown) => error);

const nested = (depth: number): string => '<deep>'.repeat(depth) + '</deep>'.repeat(depth);
const wide = (count: number, element = '<wide a="1"/>'): string => element.repeat(count);

const ROUNDS = 5;

/** How much processor time eight times the size takes; the best of some rounds, since other work disturbs a round. */
async function growth(make: (size: number) => string, size: number): Promise<number> {
  const [small, large] = [make(size), make(size * 8)];
  const timeOf = async (xml: string): Promise<number> => {
    const before = process.cpuUsage();
    await refusalOf(xml);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  let [once, eightTimes] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    once = Math.min(once, await timeOf(small));
    eightTimes = Math.min(eightTimes, await timeOf(large));
  }
  return eightTimes / once;
}

describe('a message', () => {
  it('of 64 levels is read, of 65 refused with the line', async () => {
    expect(await read(batch(nested(62)))).toHaveLength(1);

    expect(await refusalOf(batch('<a/>', nested(63)))).toMatchObject({
      name: 'UnreadableXml',
      message: 'more than 64 elements inside each other',
      line: 4,
    });
  });

  it('of any depth is refused', async () => {
    expect(await refusalOf(batch(nested(100_000)))).toBeInstanceOf(UnreadableXml);
  });

  it('keeps 10,000 unknown elements, and is refused at the line of the next one', async () => {
    const [message] = await read(batch(wide(10_000)));
    expect(message?.residueLines.at(-1)).toMatchObject({
      path: expect.stringContaining('/wide[10000]/@a') as string,
    });

    const refusal = await refusalOf(batch(wide(10_000), '<wide/>'));

    expect(refusal).toMatchObject({
      name: 'UnreadableXml',
      message: 'more than 10000 unknown elements and attributes in one message',
      line: 4,
    });
  });

  it('keeps 10,000 unknown elements inside each other, and no more', async () => {
    const holder = (count: number) => `<holder>${wide(count)}</holder>`;

    expect(await read(batch(holder(9_999)))).toHaveLength(1);
    expect(await refusalOf(batch(holder(10_000)))).toBeInstanceOf(UnreadableXml);
  });

  it('with that many unknown attributes is refused', async () => {
    const attributes = Array.from({ length: 10_001 }, (_, at) => ` a${at}="1"`).join('');

    expect(await refusalOf(batch(`<controlActProcess${attributes}/>`))).toBeInstanceOf(UnreadableXml);
  });
});

describe('the time of reading', () => {
  const REACTION =
    '<subjectOf2><observation><id root="%"/><code code="29" codeSystem="2.16.840.1.113883.3.989.2.1.1.19"/></observation></subjectOf2>';
  const patient = (inner: string): string =>
    batch(
      `<controlActProcess><subject><investigationEvent><component><adverseEventAssessment><subject1><primaryRole>${inner}</primaryRole></subject1></adverseEventAssessment></component></investigationEvent></subject></controlActProcess>`,
    );

  it.each<[string, (size: number) => string]>([
    ['unknown elements', (size) => batch(wide(size, '<wide/>'))],
    ['unknown elements inside one', (size) => batch(`<holder>${wide(size)}</holder>`)],
    ['unknown elements beside a known one', (size) => patient(wide(size, '<player1/>'))],
    [
      'rows',
      (size) => patient(Array.from({ length: size }, (_, at) => REACTION.replace('%', String(at))).join('')),
    ],
  ])('grows with the number of %s, not with its square', async (_, make) => {
    expect(await growth(make, 1_000)).toBeLessThan(40);
  });
});
