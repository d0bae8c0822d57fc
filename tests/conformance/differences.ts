/** What a report that was read and written again says otherwise: nothing, but for the differences listed here. */
import { map } from './roundTrip.ts';
import { DANGLING, referencesOf, splitBatch, treeOf } from './messageTree.ts';
import { compareTrees, factsOf } from './compareTrees.ts';
import type { Difference } from './compareTrees.ts';

interface Allowed {
  reason: string;
  fits: (difference: Difference) => boolean;
}

const added =
  (path: RegExp, after = /^/): Allowed['fits'] =>
  (difference) =>
    difference.kind === 'added' && path.test(difference.path) && after.test(difference.after);

/** Nothing is ever lost; what is added says what the standard presumes. */
export const ALLOWED: Allowed[] = [
  {
    reason: 'class and relation codes are defaults of the schema',
    fits: added(/\/@(classCode|moodCode|typeCode|determinerCode)$/),
  },
  {
    reason: 'a time says of which kind it is; the schema takes it for a point in time otherwise',
    fits: added(/\/effectiveTime\/@xsi:type$/, /^IVL_TS$/),
  },
  {
    reason: 'a code says of which list it is, where the list of the item is the only one',
    fits: added(/\/(value|interpretationCode)\/@codeSystem$/, /^2\.16\.840\.1\./),
  },
  { reason: 'the unit 1 is the default of the schema', fits: added(/\/denominator\/@unit$/, /^1$/) },
  {
    reason: 'the limits of a test have the unit of its result; without it they would have the unit 1',
    fits: added(/\/referenceRange\/observationRange\/value\/@unit$/),
  },
  {
    reason: "the schema wants the report's own number; a number in a namespace of the sender stays beside it",
    fits: added(/\/subject\/investigationEvent\/id\/@root$/, /^2\.16\.840\.1\.113883\.3\.989\.2\.1\.3\.1$/),
  },
];

export interface Comparison {
  facts: number;
  differences: Difference[];
  /** references of the written report that point at nothing, though those of the original did not */
  dangling: number;
}

/** Compares two batches of as many messages: the envelopes first, then the messages. */
export function compareReports(
  before: string | Uint8Array,
  after: string | Uint8Array,
  allowed: readonly Allowed[] = ALLOWED,
): Comparison[] {
  const [sent, written] = [before, after].map((xml) => splitBatch(treeOf(xml), map.message.name));
  return (sent ?? []).map((one, index) => {
    const other = written?.[index];
    const facts = factsOf(one).length;
    if (!other)
      return {
        facts,
        differences: compareTrees(one, { ...one, attributes: new Map(), children: [] }),
        dangling: 0,
      };
    return {
      facts,
      differences: compareTrees(one, other).filter(
        (difference) => !allowed.some(({ fits }) => fits(difference)),
      ),
      dangling: danglingIn(other) - danglingIn(one),
    };
  });
}

const danglingIn = (message: Parameters<typeof referencesOf>[0]): number =>
  referencesOf(message).filter((target) => target === DANGLING).length;
