/** Every item alone: out into a message, against the schema and the published path, and in again. */
import fc from 'fast-check';
import { ParseOption, XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { writeIcsrText } from '../../shared/e2b/index.ts';
import { possibleText } from '../../shared/e2b/outElement.ts';
import type { CaseToWrite } from '../../shared/e2b/index.ts';
import { rowsOf, valueFor } from './generated.ts';
import { NAMES, query } from './publishedPaths.ts';
import { REGIONS, elements, present, validate } from './reference.ts';
import type { ElementRecord } from './reference.ts';
import { catalogue, itemLine, map, ports, readAll } from './roundTrip.ts';

/** Rows that are linked to others stand in the message by themselves. */
const LINKED = ['G.k', 'E.i'];

/** Items whose published path asks for another one beside them. */
const BESIDE: Record<string, string> = { 'C.3.1.KR.1': 'C.3.1' };

const sent = [...map.slotsByItem].flatMap(([itemId, slots]) => {
  const item = catalogue.items[itemId];
  const slot = slots.find(({ readOnly }) => !readOnly);
  return item && slot && slot.codec !== 'file' ? [{ itemId, item, slot }] : [];
});

function caseWithOnly({ itemId, item, slot }: (typeof sent)[number]): CaseToWrite & { value: CaseValue } {
  const [drawn = ''] = fc.sample(valueFor(slot), { numRuns: 1, seed: 7 });
  const path = item.groups.map(() => 1);
  const value: CaseValue = { ...addressAt(itemId, path), value: drawn, nullFlavor: null, notation: null };
  const rows = rowsOf(1).filter(({ group }) => item.groups.includes(group) || LINKED.includes(group));
  return { value, values: [value], rows };
}

/** What the published paths of a record find in a message that has one row of each group. */
function foundBy(
  { xpath = '', xpathAlternatives = [], xpathNote }: ElementRecord,
  xml: string,
  { rows }: CaseToWrite,
) {
  using document = XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_HUGE });
  const rowId = (group: string) => rows.find((row) => row.group === group)?.rowId ?? '';
  return (
    [xpath, ...xpathAlternatives]
      .filter((path) => path !== '')
      // where the type is not published, the value may be a text or an attribute
      .flatMap((path) => (xpathNote?.includes('data type') ? [path, `${path}/@*`] : path))
      .flatMap((path) => [
        ...document.find(
          query(path, 1)
            .replaceAll('UUID of i-th reaction', rowId('E.i'))
            .replaceAll('UUID of k-th drug', rowId('G.k')),
          NAMES,
        ),
      ])
      .map((node) => node.content.trim())
  );
}

/** What people and programs put into fields that it does not belong in. */
const ODD_TEXTS = [
  ' ',
  '5 mg',
  '≥ 5',
  '20240130101112+09:00',
  '[home] 100%',
  '"q" <&>\'',
  '\u000bx',
  '\ud800',
];

describe('a case with one odd text in every item', () => {
  it.each(ODD_TEXTS.map((text) => [JSON.stringify(text), text]))(
    'is written validly with %s, and says what it leaves out',
    async (_name, text) => {
      const values = sent.map((one) => ({ ...caseWithOnly(one).value, value: text }));
      const omitted: string[] = [];
      const xml = await writeIcsrText([{ values, rows: rowsOf(1) }], map, ports, {
        onOmitted: ({ value }) => omitted.push(value.itemId),
      });
      expect(validate?.(xml) ?? []).toEqual([]);

      const [message] = (await readAll(xml)).messages;
      const back = new Map(message?.content.values.map(({ itemId, value }) => [itemId, value]));
      const bare = (one: string): string => possibleText(one).replace('≥', '>=').replaceAll(/\s/g, '');
      const silent = values.flatMap(({ itemId }) => {
        const found = back.get(itemId) ?? '';
        return omitted.includes(itemId) || bare(found) === bare(text) ? [] : [`${itemId} ${found}`];
      });
      expect(silent).toEqual([]);
    },
  );
});

describe('an item that is all a case has', () => {
  it.each(sent.map((one) => [one.itemId, one] as const))(
    '%s is written validly and comes back equal',
    async (_itemId, one) => {
      const only = caseWithOnly(one);
      const xml = await writeIcsrText([only], map, ports);
      expect(validate?.(xml) ?? []).toEqual([]);
      const { messages } = await readAll(xml);
      expect(messages[0]?.residueLines).toEqual([]);
      expect(messages[0]?.content.values.map(itemLine)).toContain(itemLine(only.value));
    },
  );

  const published = new Map(
    REGIONS.flatMap((region) => (present ? elements(region) : [])).map((record) => [record.id, record]),
  );
  it.each(
    sent.flatMap((one) => {
      const record = published.get(one.itemId);
      return record?.xpath ? [[one.itemId, one, record] as const] : [];
    }),
  )('%s stands where its region publishes it', async (_itemId, one, record) => {
    const only = caseWithOnly(one);
    const beside = sent.filter(({ itemId }) => itemId === BESIDE[one.itemId]).map(caseWithOnly);
    only.values.push(...beside.map(({ value }) => value));
    const xml = await writeIcsrText([only], map, ports);
    expect(foundBy(record, xml, only)).toContain(`${one.slot.prefix ?? ''}${only.value.value}`);
  });
});
