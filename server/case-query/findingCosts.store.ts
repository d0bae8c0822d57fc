/** What it costs to find the cases of each condition of a question by itself, as the planner estimates it. */
import { sql } from 'kysely';
import { rowConditionsOf, type Condition, type RowCondition } from '../../shared/query/condition.types.ts';
import type { Trx } from '../storage/database.ts';
import type { ConditionSources } from './conditionSql.ts';
import { foundCases, type Search } from './foundCases.ts';

/** Conditions that an order is chosen for: those of groups that hold together. */
const orderedIn = (condition: Condition): RowCondition[] => {
  if (condition.kind === 'rows') return [];
  const { joined, conditions } = condition;
  return joined === 'and' && conditions.length > 1
    ? rowConditionsOf(condition)
    : conditions.flatMap(orderedIn);
};

/** Of conditions that find cases by their stored values, where their order matters. */
export async function findCosts(
  trx: Trx,
  condition: Condition,
  sources: ConditionSources,
  sponsorKey: number,
): Promise<Search['costs']> {
  const costs = new Map<RowCondition, number>();
  for (const rows of orderedIn(condition)) {
    const cases = foundCases(rows, { sources, sponsorKey, costs });
    if (!cases) continue;
    const { rows: plans } = await sql<{
      'QUERY PLAN': [{ Plan: { 'Total Cost': number } }];
    }>`explain (format json) ${cases}`.execute(trx);
    const [explained] = plans;
    if (explained) costs.set(rows, explained['QUERY PLAN'][0].Plan['Total Cost']);
  }
  return costs;
}
