/** To whom a case has to be reported, and until when: a pure function of what the case says and of the rules. */
import type {
  Catalogue,
  ObligationRule,
  ReceiverObligations,
} from '../../schemas/compile/catalogue.types.ts';
import type { Words } from '../../schemas/compile/sources.types.ts';
import { NULLIFICATION } from '../case/nullification.ts';
import { daysBetween } from '../expressions/dateFunctions.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import { explain, inputsOf, type Explanation } from '../expressions/explain.ts';
import { itemInScope, type Scope } from '../expressions/scope.ts';
import { dayAfter } from '../dates/zonedDay.ts';
import { DAY_ZERO_ROLES, dayZero, type DayZero, type DayZeroFacts } from './dayZero.ts';

const WITHDRAWN_ROLE = 'nullificationAmendment';

export interface ObligationFacts extends Pick<DayZeroFacts, 'isFirst' | 'made' | 'timeZone'> {
  /** the case as the rules read it */
  scope: Scope;
  /** reports of this version that went out: to whom, and on which day (CCYYMMDD) */
  sent: readonly { receiver: string; day: string }[];
  /** what the version before this one owed */
  before: readonly Owed[];
}

/** What a case owes a receiver, or has done. Days are CCYYMMDD by the sponsor's calendar. */
export interface Owed {
  receiver: string;
  ruleId: string;
  day0: string;
  /** calendar days from day 0 to the last day in time */
  days: number;
  /** the last day in time */
  due: string;
  /** the day a report went to the receiver; null: it is still owed */
  met: string | null;
  reason: ObligationReason;
}

export interface Obligation extends Owed {
  /** from today to the last day in time; negative: late */
  daysLeft: number;
}

/** Why it is owed, by the words of that time. */
export interface ObligationReason {
  rule: Pick<ObligationRule, 'label' | 'source'> & { example: boolean };
  dayZero: DayZero;
  /** why the case concerns the receiver; null: every case does */
  concerned: Explanation | null;
  /** why the rule is the one; null: it takes all that came so far */
  applies: Explanation | null;
  /** what the items were called that were read */
  labels: Readonly<Record<string, Words>>;
  /** owed since an earlier version: its report did not go out, and its day comes first */
  stillOwed: boolean;
}

/**
 * At most one of each receiver: of its rules the first by priority that holds. A receiver that is still owed the version
 * before keeps that day where it comes first. Nothing where the report is withdrawn.
 */
export function obligations(
  facts: ObligationFacts,
  receivers: readonly ReceiverObligations[],
  today: string,
): Obligation[] {
  if (saidBy(facts.scope, WITHDRAWN_ROLE) === NULLIFICATION) return [];
  const dates = Object.fromEntries(
    DAY_ZERO_ROLES.map((role) => [role, saidBy(facts.scope, role)]),
  ) as DayZeroFacts['dates'];
  const zero = dayZero({ ...facts, dates }, today);
  return receivers.flatMap((receiver) => {
    const rule = ruleFor(facts.scope, receiver);
    if (!rule) return [];
    const owed = pressing([
      settled(facts, newlyOwed(facts.scope, receiver, rule, zero)),
      ...facts.before
        .filter((earlier) => earlier.receiver === receiver.receiver && earlier.met === null)
        .map((earlier) => settled(facts, { ...earlier, reason: { ...earlier.reason, stillOwed: true } })),
    ]);
    return owed ? [{ ...owed, daysLeft: daysLeft(owed.due, today) }] : [];
  });
}

/** Days from one to the other, both CCYYMMDD; negative when the last day in time has passed. */
export const daysLeft = (due: string, today: string): number => daysBetween(today, due);

/** Reports that have not gone out yet. */
export const unmet = <T extends Pick<Owed, 'met'>>(all: readonly T[]): T[] =>
  all.filter(({ met }) => met === null);

/** The last day of the earliest that is still owed; null: nothing is. */
export const earliestDue = (all: readonly Pick<Owed, 'due' | 'met'>[]): string | null =>
  unmet(all)
    .map(({ due }) => due)
    .toSorted()[0] ?? null;

/** Ids of the items that can change an answer. */
export const itemsOfObligations = (catalogue: Catalogue): string[] => {
  const conditions = catalogue.obligations.flatMap(({ when, rules }) => [
    when,
    ...rules.map((rule) => rule.when),
  ]);
  const read = conditions.flatMap((when) =>
    when === null ? [] : compileExpression(when, catalogue, null, 'bool').dependencies,
  );
  const roles = [...DAY_ZERO_ROLES, WITHDRAWN_ROLE].flatMap((role) => catalogue.roles[role] ?? []);
  return [...new Set([...read, ...roles])];
};

const saidBy = (scope: Scope, role: string): string | null =>
  itemInScope(scope, scope.catalogue.roles[role] ?? '')?.value ?? null;

const holds = (scope: Scope, when: string | null): boolean =>
  when === null || compileExpression(when, scope.catalogue, null, 'bool').run(scope);

const ruleFor = (scope: Scope, { when, rules }: ReceiverObligations): ObligationRule | undefined =>
  holds(scope, when)
    ? rules.toSorted((a, b) => a.priority - b.priority).find((rule) => holds(scope, rule.when))
    : undefined;

function newlyOwed(
  scope: Scope,
  { receiver, example, when }: ReceiverObligations,
  { id, label, source, days, when: only }: ObligationRule,
  zero: DayZero,
): Owed {
  const concerned = when === null ? null : explain(when, scope);
  const applies = only === null ? null : explain(only, scope);
  const { roles, items } = scope.catalogue;
  const read = [concerned, applies].flatMap((why) => (why ? inputsOf(why) : []));
  const told = [...read.map(({ address }) => address.itemId), roles[zero.role ?? ''] ?? ''];
  const labels = Object.fromEntries(
    told.flatMap((itemId) => {
      const item = items[itemId];
      return item ? [[itemId, item.label] as const] : [];
    }),
  );
  const reason = {
    rule: { label, source, example },
    dayZero: zero,
    concerned,
    applies,
    labels,
    stillOwed: false,
  };
  return { receiver, ruleId: id, day0: zero.day, days, due: dayAfter(zero.day, days), met: null, reason };
}

/**
 * Met by the first report of this version that went out on day 0 or later; or with the version before, where that was of
 * the same day 0: then nothing new came in.
 */
function settled({ sent, before }: Pick<ObligationFacts, 'sent' | 'before'>, owed: Owed): Owed {
  const [first] = sent
    .filter(({ receiver, day }) => receiver === owed.receiver && day >= owed.day0)
    .map(({ day }) => day)
    .toSorted();
  const same = before.find(({ receiver, day0 }) => receiver === owed.receiver && day0 === owed.day0);
  return { ...owed, met: first ?? same?.met ?? null };
}

/** What is still owed before what is done, and of both what is due first. */
const pressing = (all: readonly Owed[]): Owed | undefined =>
  all.toSorted(
    (a, b) => Number(a.met !== null) - Number(b.met !== null) || (a.due < b.due ? -1 : a.due > b.due ? 1 : 0),
  )[0];
