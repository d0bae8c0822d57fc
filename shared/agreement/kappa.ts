/**
 * Agreement of two coders beyond chance: Cohen's kappa (1960) with the large-sample variance of Fleiss, Cohen and Everitt
 * (1969).
 */

/** A category of the first coder and one of the second, of the same subject. */
export type Rated = readonly [string, string];

export interface Agreement {
  subjects: number;
  agreed: number;
  /** null: no subject, or both coders know but one category, so that chance explains everything */
  kappa: number | null;
  /** limits of the 95 % confidence interval */
  low: number | null;
  high: number | null;
}

/** 97.5 % quantile of the normal distribution */
const Z_975 = 1.959964;

const countsOf = (categories: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const category of categories) counts.set(category, (counts.get(category) ?? 0) + 1);
  return counts;
};

/** Subjects without a category of both coders are to be left out by the caller. */
export function cohensKappa(rated: readonly Rated[]): Agreement {
  const subjects = rated.length;
  const agreed = rated.filter(([first, second]) => first === second).length;
  const rows = countsOf(rated.map(([first]) => first));
  const columns = countsOf(rated.map(([, second]) => second));
  const rowShare = (category: string) => (rows.get(category) ?? 0) / subjects;
  const columnShare = (category: string) => (columns.get(category) ?? 0) / subjects;
  const expected = [...rows.keys()].reduce((sum, one) => sum + rowShare(one) * columnShare(one), 0);
  if (subjects === 0 || expected > 1 - Number.EPSILON)
    return { subjects, agreed, kappa: null, low: null, high: null };
  const kappa = (agreed / subjects - expected) / (1 - expected);
  // each subject adds its cell of the table of categories
  const cells = rated.reduce((sum, [first, second]) => {
    const marginal = columnShare(first) + rowShare(second);
    const deviation = first === second ? 1 - marginal * (1 - kappa) : marginal * (1 - kappa);
    return sum + deviation ** 2 / subjects;
  }, 0);
  const variance = (cells - (kappa - expected * (1 - kappa)) ** 2) / (subjects * (1 - expected) ** 2);
  const margin = Z_975 * Math.sqrt(Math.max(0, variance));
  return { subjects, agreed, kappa, low: Math.max(-1, kappa - margin), high: Math.min(1, kappa + margin) };
}
