/**
 * The law behind "no errors": for any edit of the files the linter answers, and without errors the files compile and
 * run. FUZZ_RUNS sets more than the default hundred tries.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileCatalogue, codeListsOf, forAppendix } from '../../schemas/compile/compileCatalogue.ts';
import { toJsonSchema, toUiSchema } from '../../schemas/compile/rjsfSchemas.ts';
import { sourceKind } from '../../schemas/compile/sourceFiles.ts';
import type { SourceFinding, SourceText } from '../../schemas/compile/sources.types.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { compileE2b, structureOf } from '../../shared/e2b/index.ts';
import { compileExpression } from '../../shared/expressions/compileExpression.ts';
import { compileRules } from '../../shared/expressions/compileRule.ts';
import { readRules } from '../../shared/expressions/readRules.ts';
import { visibleConditions } from '../../shared/rules/conditionsOf.ts';
import { lintSchemas } from '../../shared/schemas/lintSchemas.ts';
import { costOf } from '../../shared/testing/costOf.ts';
import { edited, placesIn, randomEdit, valueAt, type Json } from '../randomSchemaEdits.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 100);

/** Far more than a check costs. */
const MAX_COST = 4000;

/** Everything that the product builds from the sources at startup. */
function start(sources: SourceText[]): void {
  const whole = compileCatalogue(sources);
  codeListsOf(sources);
  compileRules(whole, readRules(sources));
  compileE2b(whole, structureOf(sources));
  for (const appendix of [null, ...whole.appendices.map((one) => one.appendix)]) {
    const seen = appendix === null ? whole : forAppendix(whole, appendix);
    for (const page of seen.pageOrder) {
      toJsonSchema(seen, page);
      toUiSchema(seen, page);
    }
    for (const item of Object.values(seen.items)) {
      const group = item.groups.at(-1) ?? null;
      for (const { expression, group: conditionGroup } of visibleConditions(seen, item))
        compileExpression(expression, whole, conditionGroup, 'bool');
      for (const condition of [item.requiredWhen, item.readOnlyWhen])
        if (condition !== null) compileExpression(condition, whole, group, 'bool');
      if (item.computed !== null) compileExpression(item.computed, whole, group, 'value');
    }
  }
}

it('starts with the files as they are', () => {
  expect(() => start(realSources)).not.toThrow();
});

it(
  'starts with any files without errors, within the limit of cost',
  async () => {
    let clean = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(randomEdit, { minLength: 1, maxLength: 2 }), async (edits) => {
        const sources = edited(edits);
        let findings: SourceFinding[] = [];
        expect(await costOf(() => (findings = lintSchemas(sources)))).toBeLessThan(MAX_COST);
        if (findings.some(({ severity }) => severity === 'error')) return;
        clean += 1;
        start(sources);
        // nothing in the files is lost on the way
        const { items } = compileCatalogue(sources);
        expect(itemIds(sources).filter((itemId) => !Object.hasOwn(items, itemId))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    // a linter that reports everything would satisfy the law, too
    expect(clean).toBeGreaterThan(RUNS / 20);
  },
  RUNS * 2_000,
);

const itemIds = (sources: SourceText[]): string[] =>
  sources
    .filter(({ file }) => ['page', 'appendix'].includes(sourceKind(file) ?? ''))
    .flatMap(({ text }) => placesIn(JSON.parse(text) as Json))
    .flatMap(({ holder, key }) => {
      const itemId = key === 'itemId' ? valueAt({ holder, key }) : null;
      return typeof itemId === 'string' ? [itemId] : [];
    });
