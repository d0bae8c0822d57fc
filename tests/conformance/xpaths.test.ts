/** The published XPaths, evaluated by libxml2, against what our table makes of the same files. */
import { ParseOption, XmlDocument, XmlElement } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { NAMES, query } from './publishedPaths.ts';
import { REGIONS, elements, instances, present } from './reference.ts';
import type { ElementRecord } from './reference.ts';
import { map, readAll } from './roundTrip.ts';

/** An item whose element is constant in messages of other regions. */
const CONSTANT_ELSEWHERE = 'J2.7.1';

/** Values a path finds, and how much of each a `substring` cuts off. */
function valuesAt(document: XmlDocument, record: ElementRecord, message: number): string[] {
  const found = new Set<string>();
  const paths = [record.xpath ?? '', ...(record.xpathAlternatives ?? [])].filter(
    (path) => path && !path.includes("'UUID of"),
  );
  for (const path of paths) {
    const cut = Number(/,\s*(\d+)\s*\)\s*$/.exec(path)?.[1] ?? 1) - 1;
    for (const node of document.find(query(path, message), NAMES))
      if (!(node instanceof XmlElement)) found.add(node.content.slice(cut).trim());
  }
  return [...found].filter((value) => value !== '').sort();
}

const compact = (value: string): string => value.replace(/^[<>]=?/, '').replace(/\s/g, '');

/** Items of one element that only its code system distinguishes, which some paths omit. */
const sharing = (itemId: string): string[] =>
  (map.slotsByItem.get(itemId) ?? []).flatMap(({ node }) =>
    node.owners.flatMap(({ slots }) => slots.map((slot) => slot.itemId)),
  );

describe.skipIf(!present)('published XPaths', () => {
  it.each(instances())('find in $name what the items hold', async ({ bytes }) => {
    using document = XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_HUGE });
    const { messages } = await readAll(bytes);
    let compared = 0;
    for (const { number, content } of messages)
      for (const record of ['ich', ...REGIONS].flatMap(elements)) {
        if (record.id === CONSTANT_ELSEWHERE) continue;
        const expected = valuesAt(document, record, number).map(compact);
        const around = new Set([record.id, ...sharing(record.id)]);
        const found = content.values.filter(
          ({ itemId, value, properties }) => around.has(itemId) && value && !properties?.fileKey,
        );
        const held = found.map(({ value }) => compact(value ?? ''));
        if (expected.length === 0 || held.length === 0) {
          const isFile = content.values.some(
            ({ itemId, properties }) => itemId === record.id && properties?.fileKey,
          );
          if (!isFile)
            expect(held, `${record.id} of message ${number}`).toEqual(expect.arrayContaining(expected));
          continue;
        }
        compared += 1;
        expect(held, `${record.id} of message ${number}`).toEqual(expect.arrayContaining(expected));
        const own = found
          .filter(({ itemId }) => itemId === record.id)
          .map(({ value }) => compact(value ?? ''));
        expect(expected, `${record.id} of message ${number}, by path`).toEqual(expect.arrayContaining(own));
      }
    expect(compared).toBeGreaterThan(40);
  });
});
