/** Law: records written to a spreadsheet and read from it again are the same, whatever their values. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { CatalogueItem, RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import { codeListsOf, compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../../schemas/compile/testSources.ts';
import type { CaseContent, CaseValue } from '../../../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty, type ItemValue } from '../../../../shared/case/itemValue.ts';
import { readRecords, valueAfter, type GivenRecord } from '../../../../shared/records/tables/readRecords.ts';
import { headingsOf, linesOf, recordSheets } from '../../../../shared/records/tables/recordSheets.ts';
import { readXlsx } from '../../../files/readXlsx.ts';
import { workbookStream } from '../../../files/xlsx.ts';
import { codesOfKind } from './codesOfKind.ts';

const folder = mkdtempSync(join(tmpdir(), 'casewright-records-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { records: kinds } = compileCatalogue(realSources);
const codeLists = codeListsOf(realSources);
const NOW = { at: new Date('2026-11-23T00:00:00Z'), timeZone: 'UTC' };

/** What a form stores: blanks around included, and without characters that XML has no place for. */
const text = (max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(max, 30) })
    .map((raw) =>
      raw
        .toWellFormed()
        .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, '\n')
        .slice(0, max),
    )
    .filter((one) => one.trim() !== '' && !/^\[.*\]$/s.test(one.trim()) && one.isWellFormed());

function valueOf(item: CatalogueItem): fc.Arbitrary<ItemValue> {
  const value = (of: fc.Arbitrary<string>) => of.map((one): ItemValue => ({ ...EMPTY_VALUE, value: one }));
  const plain = (): fc.Arbitrary<ItemValue> => {
    const codes = codeLists[item.codeList ?? '']?.codes ?? [];
    if (codes.length > 0) return value(fc.constantFrom(...codes.map(({ code }) => code)));
    if (item.control === 'yesNo') return value(fc.constantFrom('true', 'false'));
    if (item.control === 'number')
      return value(fc.integer({ min: 1, max: 99_999 }).map((n) => String(n / 10)));
    if (item.control === 'date') return value(fc.constantFrom('20240305', '19991231', '20250901'));
    const notation = item.notation ? fc.option(text(item.maxLength ?? 30)) : fc.constant(null);
    return fc
      .record({ value: text(item.maxLength ?? 30), notation })
      .map((one) => ({ ...EMPTY_VALUE, ...one }));
  };
  const flavors = item.nullFlavors.map((nullFlavor): ItemValue => ({ ...EMPTY_VALUE, nullFlavor }));
  return fc.oneof(
    fc.constant(EMPTY_VALUE),
    plain(),
    ...(flavors.length > 0 ? [fc.constantFrom(...flavors)] : []),
  );
}

/** Content of a record with a name that no other one has, and up to three rows of each group. */
function contentOf(kind: RecordKind): fc.Arbitrary<CaseContent> {
  const [main, ...groups] = recordSheets(kind).map(({ group, columns }) => ({
    group: group?.group ?? '',
    items: columns.filter(({ isNotation }) => !isNotation).map(({ item }) => item),
  }));
  const line = (items: readonly CatalogueItem[], path: number[]): fc.Arbitrary<CaseValue[]> =>
    fc
      .tuple(
        ...items.map((item) => valueOf(item).map((value) => ({ ...addressAt(item.itemId, path), ...value }))),
      )
      .map((values) => values.filter((value) => !isEmpty(value)));
  const rowsOf = ({ group, items }: { group: string; items: readonly CatalogueItem[] }) =>
    fc
      .integer({ min: 0, max: 3 })
      .chain((count) =>
        fc
          .tuple(...Array.from({ length: count }, (_, index) => line(items, [index + 1])))
          .map((lines) => ({ group, lines })),
      );
  return fc
    .tuple(line(main?.items ?? [], []), fc.uuid(), ...groups.map(rowsOf))
    .map(([own, name, ...rows]) => ({
      values: [
        ...own.filter(({ itemId }) => itemId !== kind.nameItem),
        { ...addressAt(kind.nameItem, []), ...EMPTY_VALUE, value: name },
        ...rows.flatMap(({ lines }) => lines.flat()),
      ],
      rows: rows.flatMap(({ group, lines }) =>
        lines.map((_, index) => ({
          group,
          rowNo: index + 1,
          rowNo2: 0,
          rowNo3: 0,
          rowId: `${group} ${index}`,
          sort: index + 1,
          deleted: false,
        })),
      ),
    }));
}

const entryOf = (key: string, { value, nullFlavor, notation }: ItemValue): [string, ItemValue] => [
  key,
  { value, nullFlavor, notation },
];
const trimmedEntryOf = (key: string, { value, nullFlavor, notation }: ItemValue): [string, ItemValue] => [
  key,
  { value: value?.trim() ?? null, nullFlavor, notation: notation?.trim() || null },
];
const entriesOf = ({ values }: CaseContent, entry: typeof entryOf): [string, ItemValue][] =>
  values.map((value) => entry(addressKey(value), value)).toSorted();

/** The values of a record, by default of a new one, after a file was applied to it. */
const valuesOf = (
  { items, rows }: GivenRecord,
  before: readonly [string, ItemValue][] = [],
): [string, ItemValue][] => {
  const values = new Map(before);
  const give = (given: GivenRecord['items'], path: number[]) => {
    for (const item of given) {
      const key = addressKey(addressAt(item.itemId, path));
      values.set(key, valueAfter(values.get(key) ?? EMPTY_VALUE, item));
    }
  };
  give(items, []);
  for (const lines of Object.values(rows)) lines.forEach((line, index) => give(line.items, [index + 1]));
  return [...values].map(([key, value]) => entryOf(key, value)).toSorted();
};

it.each(Object.values(kinds))('records of the kind $kind', async (kind) => {
  await fc.assert(
    fc.asyncProperty(fc.array(contentOf(kind), { minLength: 1, maxLength: 3 }), async (contents) => {
      const sheets = recordSheets(kind).map((sheet) => ({
        name: sheet.group?.label.ko ?? kind.label.ko,
        header: headingsOf(kind, sheet, 'ko'),
        rows: Readable.from([contents.flatMap((content) => linesOf(kind, sheet, { key: null, content }))]),
      }));
      const path = join(folder, kind.kind);
      writeFileSync(path, await buffer(workbookStream(sheets, 'en')));
      const world = { codes: codesOfKind(kind, codeLists), now: NOW };
      const { records, findings } = readRecords(kind, await readXlsx(path), world);
      expect(findings).toEqual([]);
      expect(records.map((record) => valuesOf(record))).toEqual(
        contents.map((content) => entriesOf(content, trimmedEntryOf)),
      );
      const stored = contents.map((content) => entriesOf(content, entryOf));
      expect(records.map((record, index) => valuesOf(record, stored[index]))).toEqual(stored);
      expect(records.map(({ rows }) => Object.values(rows).flat().length)).toEqual(
        contents.map(({ rows }) => rows.length),
      );
    }),
    { numRuns: 25 },
  );
});
