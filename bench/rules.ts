/** Checks a large case with the rules of all receivers: in full, and again after each edit. */
import type { Catalogue, CatalogueItem } from '../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow, CaseValue } from '../shared/case/caseContent.ts';
import { addressAt, type RowPath } from '../shared/case/itemAddress.ts';
import { changingCase } from '../shared/expressions/changingCase.ts';
import { checksFor, createCheckWorld, recipientsOf } from '../shared/rules/caseFindings.ts';
import { liveFindings } from '../shared/rules/liveFindings.ts';
import { compileRules } from '../shared/rules/ruleFindings.ts';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import { median, percentile } from './measure.ts';
import type { Measured } from './measure.ts';

const DRUGS = 50;
const REACTIONS = 100;
const EDITS = 3000;
const LIMIT_MS = 1;
const SLICE_MS = 50;

/** Edits of items all over the case: every item that a person types once as often as any other. */
export function benchRules(): Measured[] {
  const { whole, ruleSet, codeLists } = openCatalogue();
  const rules = compileRules(whole, ruleSet);
  const world = createCheckWorld(whole, rules, codeLists);
  const content = largeCase(whole);
  const case_ = changingCase(whole, content);
  const checks = checksFor(world, recipientsOf(world, case_.reader), { now: new Date() });
  const findings = liveFindings(whole, checks, case_.reader);
  const slices = inSlices(findings);

  const editable = [...Map.groupBy(content.values, ({ itemId }) => itemId).values()];
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const values = editable[edit % editable.length] ?? [];
    const value = values[(edit * 7919) % values.length];
    if (!value) continue;
    const began = performance.now();
    case_.setItem(value, { ...value, value: edit % 2 === 0 ? null : `${value.value}1` });
    findings.changed({ items: [value], rows: [] });
    findings.work();
    findings.findings();
    times.push(performance.now() - began);
  }
  const size = `${content.values.length} values, ${rules.rules.length} rules, ${world.receivers.length} receivers`;
  return [
    {
      name: 'findings after an edit, median / 1 ms',
      ratio: median(times) / LIMIT_MS,
      budget: 1,
      detail: `${median(times).toFixed(3)} ms; ${size}`,
    },
    {
      name: 'findings after an edit, p95 / 1 ms',
      ratio: percentile(times, 0.95) / LIMIT_MS,
      budget: null,
      detail: `${percentile(times, 0.95).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    },
    {
      name: 'the longest slice of the first check / 50 ms',
      ratio: Math.max(...slices) / SLICE_MS,
      budget: 1,
      detail: `${slices.length} slices, ${Math.round(slices.reduce((sum, one) => sum + one, 0))} ms in all, ${findings.findings().length} findings`,
    },
  ];
}

/** Processor time of the slices in which an idle browser would make the first check. */
function inSlices(findings: ReturnType<typeof liveFindings>): number[] {
  const times: number[] = [];
  for (let done = false; !done;) {
    const began = process.cpuUsage();
    const until = performance.now() + 8;
    done = findings.work(() => performance.now() > until);
    const { user, system } = process.cpuUsage(began);
    times.push((user + system) / 1000);
  }
  return times;
}

const SIZES: Record<string, number> = { drugs: DRUGS, reactions: REACTIONS };

/** Drugs, reactions, and two rows of every other group; every item says something. */
function largeCase(catalogue: Catalogue): CaseContent {
  const rowsOf = (group: string): RowPath[] => {
    const {
      groups,
      rowsOf: borrowed,
      role,
    } = catalogue.groups[group] ?? { groups: [], rowsOf: null, role: null };
    const outer = groups.at(-2);
    const size = SIZES[role ?? ''] ?? SIZES[catalogue.groups[borrowed ?? '']?.role ?? ''] ?? 2;
    const count = outer && catalogue.groups[outer]?.rowsOf ? 1 : size;
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    return (outer ? rowsOf(outer) : [[]]).flatMap((path) => numbers.map((number) => [...path, number]));
  };
  const rows = Object.values(catalogue.groups)
    .filter((group) => group.rowsOf === null)
    .flatMap(({ group }) => rowsOf(group).map((path) => rowAt(group, path)));
  const values = Object.values(catalogue.items).flatMap((item) => {
    const group = item.groups.at(-1);
    return (group === undefined ? [[]] : rowsOf(group)).map((path) => valueAt(item, path));
  });
  return { values, rows };
}

const rowAt = (group: string, path: RowPath): CaseRow => {
  const { rowNo, rowNo2, rowNo3 } = addressAt(group, path);
  const sort = path.at(-1) ?? 0;
  return { group, rowNo, rowNo2, rowNo3, rowId: `${group} ${path.join('.')}`, sort, deleted: false };
};

const EXAMPLES: Partial<Record<CatalogueItem['control'], string>> = {
  date: '20240115',
  number: '12',
  yesNo: 'true',
  trueOnly: 'true',
};

const valueAt = (item: CatalogueItem, path: RowPath): CaseValue => ({
  ...addressAt(item.itemId, path),
  value: EXAMPLES[item.control] ?? '1',
  nullFlavor: null,
  notation: null,
});
