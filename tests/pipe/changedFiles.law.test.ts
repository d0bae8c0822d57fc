/**
 * What the linter lets pass is a product that works: a case with a value at every item is stored, checked, computed, listed,
 * printed, sent and read again; so is the case that was stored before the change. FUZZ_RUNS sets more tries, which are
 * others each time; the few of every run are the same.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { rowKey, type CaseContent, type CaseRow } from '../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, truncate } from '../../shared/case/itemValue.ts';
import { contentToSend } from '../../shared/derived/wholeCase.ts';
import { withInitialValues } from '../../shared/derived/initialValues.ts';
import { readReports, writeIcsrText } from '../../shared/e2b/index.ts';
import { memoryPorts } from '../../scripts/e2b-commands.ts';
import { sampleValue } from '../../shared/faces/sampleValues.ts';
import { lintSchemas } from '../../shared/schemas/lintSchemas.ts';
import { edited, randomEdit } from '../randomSchemaEdits.ts';
import { caseFacts } from '../../shared/trial/caseFacts.ts';
import { DIFFERENCE_KINDS } from '../../shared/trial/trial.types.ts';
import { contentOf, docsOf } from '../../server/cases/record/pageDoc.ts';
import { structureRefusals } from '../../server/page-save/editsStructure.ts';
import { compileSource, type CatalogueSource } from '../../server/catalogue/catalogueSource.ts';
import { isError } from '../../server/catalogue/compiler.ts';
import { retiredFile } from '../../server/catalogue/retired.ts';

const { FUZZ_RUNS } = process.env;
const RUNS = Number(FUZZ_RUNS ?? 12);
// of so few tries none may be clean
const SEED = FUZZ_RUNS === undefined ? { seed: 1 } : {};
const change = { at: new Date('2026-01-02T03:04:05Z'), by: 'editor' };
const viewer = { now: change.at, may: () => true, isInvented: true };

const before = compileSource(realSources);

/** Codes are as their list has them, other samples no longer than the item. */
const fitting = ({ control, maxLength }: CatalogueItem, text: string): string =>
  control === 'codeList' || control === 'radio' ? text : truncate(text, maxLength);

/** A value at each item, in one row of each group. */
function fullCase({ whole, codeLists }: CatalogueSource): CaseContent {
  const rows = Object.values(whole.groups).map(({ group, groups }, sort): CaseRow => {
    const { rowNo, rowNo2, rowNo3 } = addressAt(
      group,
      groups.map(() => 1),
    );
    const rowId = `00000000-0000-4000-8000-${String(sort).padStart(12, '0')}`;
    return { group, rowNo, rowNo2, rowNo3, rowId, sort: 1, deleted: false };
  });
  const values = Object.values(whole.items).map((item) => ({
    ...addressAt(
      item.itemId,
      item.groups.map(() => 1),
    ),
    ...EMPTY_VALUE,
    value: fitting(item, sampleValue(item, { codeLists, language: 'en' })),
  }));
  return { values, rows };
}

/** What two contents have, whatever its order. */
const keysOf = ({ values, rows }: CaseContent): string[] =>
  [...values.map((value) => `${addressKey(value)}=${value.value ?? ''}`), ...rows.map(rowKey)].toSorted();

const stored = (whole: Catalogue, content: CaseContent): CaseContent =>
  contentOf(docsOf(whole, content, change));

async function lives(source: CatalogueSource, content: CaseContent): Promise<void> {
  const { whole } = source;
  expect(keysOf(stored(whole, content))).toEqual(keysOf(content));
  for (const kind of DIFFERENCE_KINDS) caseFacts(kind, source, content, viewer);
  withInitialValues(
    whole,
    { values: [], rows: content.rows },
    {
      system: { creationTime: '20260102030405', reportNumber: 'KR-A-1' },
      versions: {},
      screen: 'en',
      masters: {},
    },
  );
}

async function livesWhole(source: CatalogueSource): Promise<void> {
  const content = fullCase(source);
  await lives(source, content);
  const { whole } = source;
  for (const page of whole.pageOrder) {
    const items = content.values.filter(({ itemId }) => {
      const item = whole.items[itemId];
      return item?.page === page && item.computed === null && item.control !== 'rowReference';
    });
    expect(structureRefusals(whole, page, { items, rows: [] })).toEqual([]);
  }
  await isReadAgain(source, content);
}

/** Some message is written, and reads as one message. */
async function isReadAgain({ whole, e2b, r2 }: CatalogueSource, content: CaseContent): Promise<void> {
  const sent = contentToSend(whole, whole, {
    ...content,
    values: content.values.filter(({ itemId }) => whole.items[itemId]?.control !== 'attachment'),
  });
  const ports = memoryPorts();
  const text = await writeIcsrText([sent], e2b, ports);
  const read = await readReports(text, { e2b, r2 }, ports).next();
  expect(read.done).toBe(false);
}

/** The case of the files before the change, as it is stored. */
const earlier = fullCase(before);

it('holds of the files as they are', () => livesWhole(before), 60_000);

it(
  'holds of any files without errors',
  async () => {
    let clean = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(randomEdit, { minLength: 1, maxLength: 2 }), async (edits) => {
        const sources = edited(edits);
        if (lintSchemas(sources).some(isError)) return;
        clean += 1;
        const live = compileSource(sources);
        await livesWhole(live);
        const retired = retiredFile(before, live);
        await lives(compileSource(retired ? [...sources, retired] : sources), earlier);
      }),
      { numRuns: RUNS, ...SEED },
    );
    // a linter that reports everything would satisfy the law, too
    expect(clean).toBeGreaterThan(RUNS / 20);
  },
  RUNS * 20_000,
);
