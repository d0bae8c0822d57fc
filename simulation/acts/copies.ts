/** What a copy, and the next version, say of the case that they are made from, by the roles of items. */
import type { CaseContent, CaseRow, CaseValue } from '../../shared/case/caseContent.ts';
import { contentOf, textOfRole } from '../caseContent.ts';
import { changeOf } from '../differences.ts';
import type { Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

/** Of one case alone, and so not of its copy. */
const OF_ONE_CASE = [
  'caseNumber',
  'worldwideId',
  'firstSender',
  'otherCaseId',
  'otherCaseIds',
  'firstReceived',
  'mostRecentInformation',
  'nullificationAmendment',
  'nullificationReason',
];
/** What is said of one version alone. */
const OF_ONE_VERSION = [
  'creationDate',
  'nullificationAmendment',
  'nullificationReason',
  'mostRecentInformation',
  'followUpSignificance',
  'followUpSignificanceReason',
];

export async function copyIsLawful(simulation: Simulation, source: number, copy: number): Promise<void> {
  const { whole } = simulation.server.deps.catalogue;
  const [before, after] = [await contentOf(simulation, source), await contentOf(simulation, copy)];
  const foreign = OF_ONE_CASE.map((role) => whole.roles[role]);
  const taken = after.values.find(({ itemId }) => foreign.includes(itemId));
  if (taken) throw new Violation('copies', `${copy} has ${taken.itemId} of ${source}`);
  if (after.rows.some(({ deleted }) => deleted)) throw new Violation('copies', `${copy} has deleted rows`);
  const ids = new Set(before.rows.map(({ rowId }) => rowId));
  if (after.rows.some(({ rowId }) => ids.has(rowId)))
    throw new Violation('copies', `${copy} has a row of ${source} itself`);
  const known = new Set(before.values.map(textOf));
  const computed = ({ itemId }: CaseValue) =>
    whole.items[itemId]?.computed !== null || itemId === whole.roles['creationDate'];
  const invented = after.values.find((value) => !computed(value) && !known.has(textOf(value)));
  if (invented) throw new Violation('copies', `${copy} says ${textOf(invented)}, ${source} does not`);
  // of forms nothing else is left out
  const copied = new Set(after.values.map(textOf));
  const lost = before.values.find(
    (value) =>
      whole.items[value.itemId]?.groups.length === 0 &&
      !foreign.includes(value.itemId) &&
      !computed(value) &&
      !copied.has(textOf(value)),
  );
  if (lost) throw new Violation('copies', `${copy} does not say ${textOf(lost)} as ${source} does`);
}

interface Made {
  caseKey: number;
  code: string | null;
  reason: string;
}

export async function followUpIsLawful(
  simulation: Simulation,
  before: CaseContent,
  { caseKey, code, reason }: Made,
): Promise<void> {
  const { whole } = simulation.server.deps.catalogue;
  const after = await contentOf(simulation, caseKey);
  const own = OF_ONE_VERSION.map((role) => whole.roles[role]);
  const rest = ({ values, rows }: CaseContent): string[] => [
    ...values.flatMap((value) => (own.includes(value.itemId) ? [] : textOf(value))),
    ...rows.map(rowText),
  ];
  const change = changeOf(new Set(rest(before)), new Set(rest(after)));
  if (change !== null) throw new Violation('follow-ups', `${caseKey}: ${change}`);
  const expected: Record<string, string | null> = {
    nullificationAmendment: code,
    nullificationReason: code && reason,
    // a withdrawal brings no new information
    mostRecentInformation: code && textOfRole(simulation, before, 'mostRecentInformation'),
    followUpSignificance: null,
  };
  for (const [role, value] of Object.entries(expected)) {
    const found = textOfRole(simulation, after, role);
    if (found !== value)
      throw new Violation('follow-ups', `${caseKey} says ${found} as ${role}, not ${value}`);
  }
}

const textOf = ({ itemId, rowNo, rowNo2, rowNo3, value, nullFlavor, notation }: CaseValue): string =>
  JSON.stringify([itemId, rowNo, rowNo2, rowNo3, value, nullFlavor, notation]);

const rowText = ({ group, rowNo, rowNo2, rowNo3, rowId, sort, deleted }: CaseRow): string =>
  JSON.stringify([group, rowNo, rowNo2, rowNo3, rowId, sort, deleted]);
