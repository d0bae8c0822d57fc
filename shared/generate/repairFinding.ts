/** Mends what a finding reports: a value, a row, or the items of a rule. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { addressAt, rowPathOf, type ItemAddress } from '../case/itemAddress.ts';
import type { CompiledRule } from '../expressions/compileRule.ts';
import { parseExpression } from '../expressions/parseExpression.ts';
import { caseScope, rowScope, scopesOf, type Scope } from '../expressions/scope.ts';
import type { CaseFinding } from '../rules/check.types.ts';
import { addressesRead, addRowInScope, satisfy, type Maker } from './satisfy.ts';
import { ROW_MISSING, ROW_TOO_MANY } from '../rules/findingCodes.ts';

/** How many of a hundred repairs make the check hold; the others see to it that the rule does not apply. */
const CHECK_SHARE = 75;

/** Changes the case so that the finding may go. `isLate`: earlier repairs did not last. */
export function repairFinding(
  maker: Maker,
  rules: ReadonlyMap<string, CompiledRule>,
  finding: CaseFinding,
  isLate: boolean,
): void {
  const rule = rules.get(finding.ruleId);
  if (!rule) return repairItem(maker, finding);
  for (const scope of scopesOf(wholeOf(maker), rule.group))
    if (!rule.run(scope)) repairRule(maker, rule, scope, isLate);
}

const wholeOf = ({ sketch }: Maker): Scope => caseScope(sketch.catalogue, sketch.reader);

function repairRule(maker: Maker, { rule, run }: CompiledRule, scope: Scope, isLate: boolean): void {
  const { sketch } = maker;
  const check = parseExpression(rule.check).ast;
  const when = rule.when === null ? null : parseExpression(rule.when).ast;
  const ways = [() => satisfy(maker, check, true, scope), () => when && satisfy(maker, when, false, scope)];
  if (!sketch.chance.percent(CHECK_SHARE)) ways.reverse();
  for (const way of ways) {
    way();
    if (run(scope)) return;
  }
  if (isLate) clearSome(maker, [check, ...(when ? [when] : [])], scope);
}

/** Clears half of what the rule reads, so that the next repair starts from another case. */
function clearSome({ sketch }: Maker, nodes: readonly ASTNode[], scope: Scope): void {
  for (const address of nodes.flatMap((node) => addressesRead(node, scope)))
    if (sketch.chance.percent(50)) sketch.write(address, undefined);
}

/** Makes the rule fail in one row. */
export function breakRule(maker: Maker, { rule, group, run }: CompiledRule): void {
  const { sketch } = maker;
  const whole = wholeOf(maker);
  const scopes = scopesOf(whole, group);
  const scope =
    scopes.length > 0 || group === null ? sketch.chance.pick(scopes) : scopeOfNewRow(maker, group, whole);
  for (let trial = 0; scope && trial < BREAK_TRIALS && run(scope); trial += 1) {
    if (rule.when !== null) satisfy(maker, parseExpression(rule.when).ast, true, scope);
    satisfy(maker, parseExpression(rule.check).ast, false, scope);
  }
}

const BREAK_TRIALS = 5;

function scopeOfNewRow(maker: Maker, group: string, whole: Scope): Scope | null {
  const path = addRowInScope(maker, group, whole);
  return path && rowScope(whole, group, path);
}

/** What the catalogue alone finds: an empty item is filled, an invalid value drawn again, rows added or removed. */
function repairItem({ sketch, values }: Maker, finding: CaseFinding): void {
  const { itemId, ruleId } = finding;
  const item = sketch.catalogue.items[itemId];
  if (!item) return;
  const group = item.groups.at(-1);
  if (ruleId === ROW_MISSING && group !== undefined) {
    const path = sketch.addRow(group, rowPathOf(finding, item.groups.length - 1));
    if (path) sketch.write(addressAt(itemId, path), values.text(itemId) ?? undefined);
  } else if (ruleId === ROW_TOO_MANY && group !== undefined) {
    const last = sketch.reader.rows(group, rowPathOf(finding, item.groups.length - 1)).at(-1);
    if (last) sketch.removeRow(group, last);
  } else sketch.write(addressOf(finding), values.any(itemId) ?? undefined);
}

const addressOf = ({ itemId, rowNo, rowNo2, rowNo3 }: CaseFinding): ItemAddress => ({
  itemId,
  rowNo,
  rowNo2,
  rowNo3,
});
