/** How complete a case is by a measure of the schema files. A pure function of the case. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CompletenessCriterion } from '../../schemas/compile/sources.types.ts';
import type { RowPath } from '../case/itemAddress.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import { scopesOf, type Scope } from '../expressions/scope.ts';

type Measure = Catalogue['completeness'][number];
type Penalty = CompletenessCriterion['penalties'][number];

/** Information that is missing or imprecise, and what entering it would add to the score of the case. */
export interface MissingInformation {
  criterion: CompletenessCriterion;
  /** the worst of all rows */
  penalty: Penalty;
  /** the rows it is missing for */
  rows: readonly RowPath[];
  /** from 0 to 1 */
  gain: number;
}

export interface Completeness {
  /** from 0 to 1, the mean of the rows; null: the case has no row to score */
  score: number | null;
  /** what would add most first */
  missing: MissingInformation[];
}

/** The score of the case, and what is missing. `whole`: the scope of the case (`caseScope`). */
export function completenessOf(measure: Measure, whole: Scope): Completeness {
  const applies = conditionIn(measure, whole);
  const rows = scopesOf(whole, measure.rows).filter(
    (row) => measure.when === undefined || applies(measure.when, row),
  );
  if (rows.length === 0) return { score: null, missing: [] };
  const scored = rows.map((row) => penaltiesIn(measure, row, applies));
  const score = mean(scored.map(({ penalties }) => product(penalties)));
  const missing = measure.criteria.flatMap((criterion): MissingInformation[] => {
    const lacking = scored.filter(({ penalties }) => penalties.has(criterion));
    const penalty = worst(lacking.flatMap(({ penalties }) => penalties.get(criterion) ?? []));
    if (!penalty) return [];
    const without = mean(scored.map(({ penalties }) => product(penalties, criterion)));
    return [{ criterion, penalty, rows: lacking.map(({ path }) => path), gain: without - score }];
  });
  return { score, missing: missing.toSorted((a, b) => b.gain - a.gain) };
}

type Applies = (when: string, row: Scope) => boolean;

const conditionIn =
  ({ rows, completeness }: Measure, { catalogue }: Scope): Applies =>
  (when, row) =>
    compileExpression(when, catalogue, rows, 'bool', completeness).run(row);

type Penalties = ReadonlyMap<CompletenessCriterion, Penalty>;

function penaltiesIn({ criteria, rows }: Measure, row: Scope, applies: Applies) {
  const penalties = new Map<CompletenessCriterion, Penalty>();
  for (const criterion of criteria) {
    const first = criterion.penalties.find(({ when }) => applies(when, row));
    if (first) penalties.set(criterion, first);
  }
  return { path: row.at.get(rows) ?? [], penalties };
}

const product = (penalties: Penalties, except?: CompletenessCriterion): number =>
  [...penalties].reduce(
    (score, [criterion, { penalty }]) => (criterion === except ? score : score * (1 - penalty)),
    1,
  );

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const worst = (penalties: readonly Penalty[]): Penalty | undefined =>
  penalties.toSorted((a, b) => b.penalty - a.penalty)[0];
