/** Scores how likely two cases are the same, with the evidence: a hit-miss score that weights agreement by rarity. */
import { compared, type Compared, type Degree, type Reason } from './compare.ts';
import type { DuplicateCheck, DuplicateField } from './descriptor.ts';
import type { DuplicateDocument, FieldContent } from './document.ts';
import { rarityKeys } from './keys.ts';
import { titlesOf, type Titles } from './normalise.ts';

type Band = 'certain' | 'likely' | 'possible' | 'hidden';

interface Evidence {
  field: string;
  /** `missing`: at least one side has nothing to compare */
  match: 'agree' | 'close' | 'disagree' | 'missing';
  why: Reason | null;
  by: number | null;
  points: number;
  /** the values of the decisive pair; for a missing comparison, all values */
  ours: readonly FieldContent[];
  theirs: readonly FieldContent[];
}

export interface Score {
  score: number;
  band: Band;
  evidence: readonly Evidence[];
}

/**
 * The weight of agreement on a value with this key: log2 of the inverse share of cases that have it; undefined if not
 * counted.
 */
export type RarityOf = (key: string) => number | undefined;

/**
 * The rarity of a value that `count` of `total` cases have, in bits. The prior represents as many cases with values
 * as rare as the cap, since few cases cannot tell what is common.
 */
export const rarityIn = ({ cap, prior }: DuplicateCheck['rarity'], count: number, total: number): number =>
  Math.min(cap, Math.max(0, Math.log2((total + prior) / (count + prior / 2 ** cap))));

const rounded = (points: number): number => Math.round(points * 10) / 10;

/**
 * Compares two documents. Each field counts once, by its best pair of values; missing fields do not count. The result
 * is symmetric, except for `ours` and `theirs`.
 */
export function scoreOf(
  check: DuplicateCheck,
  ours: DuplicateDocument,
  theirs: DuplicateDocument,
  rarityOf: RarityOf,
): Score {
  const titles = titlesOf(check.titles);
  const both = ours.trial && theirs.trial;
  const evidence = check.fields
    .filter(({ only }) => only === undefined || both)
    .map((field) =>
      evidenceOf(field, ours.said[field.field] ?? [], theirs.said[field.field] ?? [], titles, rarityOf),
    );
  const score = rounded(evidence.reduce((sum, { points }) => sum + points, 0));
  const isCertain = check.fields.some(
    ({ field, certain }) => certain && evidence.some((one) => one.field === field && one.match === 'agree'),
  );
  return { score, band: isCertain ? 'certain' : bandOf(check, score), evidence };
}

const bandOf = ({ bands }: DuplicateCheck, score: number): Band =>
  score >= bands.likely ? 'likely' : score >= bands.possible ? 'possible' : 'hidden';

interface Pair extends Compared {
  points: number;
  ours: FieldContent;
  theirs: FieldContent;
}

function evidenceOf(
  field: DuplicateField,
  ours: readonly FieldContent[],
  theirs: readonly FieldContent[],
  titles: Titles,
  rarityOf: RarityOf,
): Evidence {
  const [best] = ours
    .flatMap((our) =>
      theirs.flatMap((their): Pair[] => {
        const found = compared(our, their, field, titles);
        return found
          ? [{ ...found, points: pointsOf(field, found, our, their, rarityOf), ours: our, theirs: their }]
          : [];
      }),
    )
    .toSorted((a, b) => b.points - a.points || ORDER.indexOf(a.degree) - ORDER.indexOf(b.degree));
  if (!best) return { field: field.field, match: 'missing', why: null, by: null, points: 0, ours, theirs };
  const { degree, why, by = null, points } = best;
  return {
    field: field.field,
    match: degree === 'near' ? 'close' : degree,
    why,
    by,
    points,
    ours: [best.ours],
    theirs: [best.theirs],
  };
}

const ORDER: readonly Degree[] = ['agree', 'close', 'near', 'disagree'];

function pointsOf(
  field: DuplicateField,
  { degree, share = 1 }: Compared,
  ours: FieldContent,
  theirs: FieldContent,
  rarityOf: RarityOf,
): number {
  const { weights, rarity = false } = field;
  const full = (degree === 'near' ? weights.near : weights[degree]) ?? 0;
  if (!rarity || degree === 'disagree') return rounded(full * share);
  const known = [...rarityKeys(field, ours), ...rarityKeys(field, theirs)].flatMap(
    (key) => rarityOf(key) ?? [],
  );
  // the most common of all shared names: a rare spelling of a common thing is not rare
  const limit = Math.min(weights.agree, ...known);
  return rounded(full * share * (limit / weights.agree));
}
