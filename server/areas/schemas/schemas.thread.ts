/** Checks schema files, and what they would do to cases, in a worker thread: the files are written by users. */
import type { Sight } from '../../../shared/blinding/sight.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { SourceFinding, SourceText } from '../../../schemas/compile/sources.types.ts';
import { compareBlinding, type BlindingChange } from '../../../shared/blinding/compareBlinding.ts';
import { readsBlinded } from '../../../shared/blinding/inheritBlinding.ts';
import { filterItems, type CaseContent } from '../../../shared/case/caseContent.ts';
import { itemsOfObligations } from '../../../shared/obligations/obligations.ts';
import { isError } from '../../catalogue/compiler.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import { compiler } from '../../catalogue/threadCatalogue.ts';
import { threadFunction } from '../../threads/threadTask.ts';
import { MAX_TRIAL_CASES, type DataOf, type trySchemas } from '../../../shared/contract/index.ts';
import { comparison } from '../../../shared/trial/compareCase.ts';
import type { CaseDifference } from '../../../shared/trial/trial.types.ts';
import { createTrial, type TryChange } from '../../../shared/trial/createTrial.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import { rearranged, type Rearranged } from '../../catalogue/rearranged.ts';
import { recent } from '../../catalogue/recent.ts';
import { sourcesHashOf } from '../../catalogue/sourceHash.ts';

export interface CheckInput {
  files: SourceText[];
  /** as delivered */
  product: readonly SourceText[];
  /** in use */
  current: readonly SourceText[];
}

export interface CheckOutput {
  findings: SourceFinding[];
  /** roles of the standard and of records that no item or group has any more, with the name that had them */
  lostRoles: { role: string; name: string }[];
  /** kinds of records of the product with another privilege or scope than there */
  reopened: { kind: string; by: 'privilege' | 'scope'; value: string }[];
  /** items that due reports read and that are blinded: everybody sees the due date */
  exposed: string[];
  rearranged: Rearranged;
}

/** The findings of the linter; where there are no errors, what the product relies on, and the items that moved. */
export const check = threadFunction(({ files, product, current }: CheckInput): CheckOutput => {
  const findings = compiler.check(files);
  if (findings.some(isError))
    return {
      findings,
      lostRoles: [],
      reopened: [],
      exposed: [],
      rearranged: { moved: [], retyped: [] },
    };
  const [now, after] = [compiler.compiled([...current]), compiler.compiled(files)];
  const next = after.whole;
  const delivered = compiler.compiled([...product]).whole;
  return {
    findings,
    lostRoles: lostRoles(delivered, next),
    reopened: reopened(delivered, next),
    exposed: itemsOfObligations(next).filter((itemId) => readsBlinded(next, [itemId])),
    rearranged: rearranged(now, after),
  };
});

/** Milliseconds of a portion: until then cases are compared. */
const TRY_MS = 3000;

export interface ImpactInput {
  files: SourceText[];
  /** in use */
  current: readonly SourceText[];
  contents: CaseContent[];
  user: Sight;
  now: Date;
}

export interface ImpactOutput {
  /** by case, in the order of the contents; those that fit into the time of a portion, at least one */
  compared: CaseDifference[][];
  blinding: BlindingChange;
}

/** What files without errors would do to each case as the user sees it, and to blinding. */
export const impact = threadFunction(
  ({ files, current, contents, user, now }: ImpactInput, _settings, isWanted): ImpactOutput => {
    const start = performance.now();
    const [before, after] = [compiler.compiled([...current]), compiler.compiled(files)];
    const may = seenInBoth(before, after, user);
    const compare = comparison(before, after, { now, may, isInvented: false });
    const hasTime = (): boolean => isWanted() && performance.now() - start <= TRY_MS;
    const compared: CaseDifference[][] = [];
    for (const content of contents) {
      if (compared.length > 0 && !hasTime()) break;
      // nothing is computed of what the user may not see: a difference would tell its value
      compared.push([...compare(filterItems(content, may)).values()]);
    }
    return { compared, blinding: compareBlinding(before, after) };
  },
);

const seenInBoth =
  (before: CatalogueSource, after: CatalogueSource, user: Sight) =>
  (itemId: string): boolean =>
    [before, after].every((catalogue) => maySee({ catalogue }, user, itemId));

export interface TrialInput extends Omit<ImpactInput, 'contents'> {
  from: number;
  known: string[];
}

/** Milliseconds within which examples are made smaller. */
const SHRINK_MS = 8000;
const trials = recent<TryChange>(2);

/** What files without errors would do to a portion of invented cases. */
export const trial = threadFunction(
  (
    { files, current, from, known, user, now }: TrialInput,
    _settings,
    isWanted,
  ): DataOf<typeof trySchemas> => {
    const start = performance.now();
    const hasTime = (ms: number): boolean => isWanted() && performance.now() - start < ms;
    const name = [sourcesHashOf(files), sourcesHashOf([...current]), JSON.stringify(user)].join(' ');
    const run = trials.of(name, () => {
      const [before, after] = [compiler.compiled([...current]), compiler.compiled(files)];
      const viewer = { now, may: seenInBoth(before, after, user), isInvented: true };
      return createTrial(before, after, { now: current, next: files }, viewer);
    });
    const { next, differing, differences } = run({
      from,
      to: MAX_TRIAL_CASES,
      known: new Set(known),
      hasTime: () => hasTime(TRY_MS),
      mayShrink: () => hasTime(SHRINK_MS),
    });
    return {
      next: next < MAX_TRIAL_CASES ? next : null,
      tried: next - from,
      differing,
      differences: [...differences.values()],
    };
  },
);

/** Roles of the standard's items and groups, and of those of records, that none has; roles of a region may disappear with it. */
function lostRoles(product: Catalogue, next: Catalogue): { role: string; name: string }[] {
  const isOfAll = ({ appendix }: { appendix: string | null } = { appendix: '' }): boolean =>
    appendix === null;
  const lost = (before: Catalogue, after: Pick<Catalogue, 'roles' | 'groupRoles'>) => [
    ...namesLost(before.roles, after.roles).filter(({ name }) => isOfAll(before.items[name])),
    ...namesLost(before.groupRoles, after.groupRoles).filter(({ name }) => isOfAll(before.groups[name])),
  ];
  return [
    ...lost(product, next),
    ...Object.values(product.records).flatMap(({ kind, catalogue }) =>
      lost(catalogue, next.records[kind]?.catalogue ?? { roles: {}, groupRoles: {} }),
    ),
  ];
}

const namesLost = (before: Record<string, string>, after: Record<string, string>) =>
  Object.entries(before).flatMap(([role, name]) => (after[role] ? [] : { role, name }));

/** Kinds of the product whose records other users could read or change. */
const reopened = (product: Catalogue, next: Catalogue): CheckOutput['reopened'] =>
  Object.values(product.records).flatMap((delivered) => {
    const { kind } = delivered;
    const later = next.records[kind];
    if (!later) return [];
    return (['privilege', 'scope'] as const).flatMap((by) => {
      const value = delivered[by];
      return value === null || later[by] === value ? [] : { kind, by, value };
    });
  });
