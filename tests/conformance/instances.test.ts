import { describe, expect, it } from 'vitest';
import { compareFacts, factsOf } from './facts.ts';
import { instances, present, validate } from './reference.ts';
import { itemsOf, ports, readAll, writeAll } from './roundTrip.ts';

describe.skipIf(!present)('instance', () => {
  it.each(instances())(
    '$name comes out valid, with every item, attachment and 99.5 % of its facts',
    async ({ bytes }) => {
      const read = await readAll(bytes);
      const xml = await writeAll(read);
      expect(validate?.(xml) ?? []).toEqual([]);

      const again = await readAll(xml);
      expect(again.messages.map(itemsOf)).toEqual(read.messages.map(itemsOf));
      expect(
        again.messages.map(({ residueLines: residue }) => residue.map(({ text }) => text).sort()),
      ).toEqual(read.messages.map(({ residueLines: residue }) => residue.map(({ text }) => text).sort()));

      const { lost, preservedShare } = compareFacts(factsOf(bytes), factsOf(xml));
      expect(preservedShare, `lost:\n${lost.join('\n')}`).toBeGreaterThanOrEqual(0.995);
    },
  );

  it.each(instances())(
    '$name loses no fact that is neither an item nor residue when nothing is written back',
    async ({ bytes }) => {
      const read = await readAll(bytes);
      const bare = await writeAll(
        { ...read, messages: read.messages.map((message) => ({ ...message, residue: [] })) },
        { batchResidue: [] },
      );
      const { lost } = compareFacts(factsOf(bytes), factsOf(bare));
      const listed = new Set(
        [...read.batch.residueLines, ...read.messages.flatMap(({ residueLines: residue }) => residue)].map(
          ({ text }) => text,
        ),
      );
      const silent = lost.filter(
        (fact) =>
          !/@(displayName|codeSystemVersion|mediaType|nullFlavor)=/.test(fact) &&
          !listed.has(fact.slice(fact.indexOf('=') + 1)),
      );
      expect(silent.length, silent.join('\n')).toBeLessThanOrEqual(3);
    },
  );

  it.each(instances())(
    '$name tells the same items in a sparer hand: no defaults, no types, a prefix',
    async ({ bytes }) => {
      const xml = Buffer.from(bytes).toString('utf8');
      const sparse = xml
        .replace(/<!--[\s\S]*?-->/g, '')
        .replace(/\s(classCode|moodCode|determinerCode|displayName|xsi:type)\s*=\s*"[^"]*"/g, '')
        .replace(/<(\/?)([A-Za-z])/g, '<$1v3:$2')
        .replace(/xmlns=/, 'xmlns:v3=');
      const [first, again] = [await readAll(bytes), await readAll(sparse)];
      expect(again.messages.map(itemsOf)).toEqual(first.messages.map(itemsOf));
    },
  );

  it('carries the attachments of the file with everything, byte by byte', async () => {
    const everything = instances().find(({ name }) => name.includes('Scenario6'));
    if (!everything) return;
    const text = Buffer.from(everything.bytes).toString('utf8');
    const expected = [
      ...text.matchAll(/representation="B64"[^>]*>\s*<reference[^>]*>([\s\S]*?)<\/text>/g),
    ].map(([, base64 = '']) => Buffer.from(base64.replaceAll('&#13;', ''), 'base64').toString('base64'));
    const { messages } = await readAll(everything.bytes);
    const found = messages.flatMap(({ content }) =>
      content.values.flatMap(({ properties }) =>
        properties?.fileKey
          ? [Buffer.from(ports.stored.get(properties.fileKey) ?? []).toString('base64')]
          : [],
      ),
    );
    expect(expected).toHaveLength(3);
    expect(found.sort()).toEqual(expected.sort());
  });
});
