/** How complete each case is by the first measure of the schema files, in percent, for lists and figures (decision 0290). */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { textHash } from '../../schemas/compile/textHash.ts';
import { completenessOf } from '../../shared/completeness/completeness.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { compileExpression } from '../../shared/expressions/compileExpression.ts';
import { caseScope } from '../../shared/expressions/scope.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import type { CaseProjection } from '../projections/projection.ts';
import { pagesOfItems } from '../projections/touched.ts';
import { putCompleteness } from './caseCompleteness.store.ts';

/** What errors of a condition name. */
const MEASURE = 'completeness';

/**
 * A save marks it as stale only: a case of many drugs and reactions has thousands of pairs. Blinded values count as missing,
 * so that the score is the same for everybody.
 */
export const caseCompleteness: CaseProjection = {
  name: 'caseCompleteness',
  revision: 1,
  refresh: 'afterwards',
  readsDocs: true,
  version: ({ catalogue: { whole } }) =>
    `${whole.version}-${textHash(JSON.stringify(whole.completeness[0] ?? null))}`,
  pages: ({ whole }, touched) =>
    pagesOfItems(
      whole,
      itemsOf(whole).map(({ itemId }) => itemId),
      touched,
    ),
  rebuild: async (trx, { catalogue: { whole } }, { sponsorKey, cases, docsOf }) => {
    const measure = whole.completeness[0];
    const scores = new Map<number, number | null>();
    for (const { caseKey } of cases) {
      const scope = caseScope(whole, caseReader(whole, contentOf(await docsOf(caseKey))));
      const score = measure ? completenessOf(measure, scope).score : null;
      scores.set(caseKey, score === null ? null : Number((score * 100).toFixed(1)));
    }
    await putCompleteness(trx, sponsorKey, scores);
  },
};

const known = new WeakMap<Catalogue, ReturnType<typeof readItems>>();

function itemsOf(catalogue: Catalogue) {
  const items = known.get(catalogue) ?? readItems(catalogue);
  known.set(catalogue, items);
  return items;
}

/** The items that the measure reads, and those of the rows that it scores. */
function readItems(catalogue: Catalogue) {
  const measure = catalogue.completeness[0];
  if (!measure) return [];
  const { rows, when, criteria } = measure;
  const conditions = criteria.flatMap(({ penalties }) => penalties.map((penalty) => penalty.when));
  const read = [...(when === undefined ? [] : [when]), ...conditions].flatMap(
    (condition) => compileExpression(condition, catalogue, rows, 'bool', MEASURE).readings,
  );
  const ids = new Set(read.flatMap((reading) => ('itemId' in reading ? reading.itemId : [])));
  const ofRows = new Set([rows, ...read.flatMap((reading) => ('group' in reading ? reading.group : []))]);
  return Object.values(catalogue.items).filter(
    ({ itemId, groups }) => ids.has(itemId) || groups.some((group) => ofRows.has(group)),
  );
}
