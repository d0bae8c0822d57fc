/** Due reports: the receivers a case is reportable to, and the due dates. A pure function of the case and the rules. */
import type {
  Catalogue,
  ObligationRule,
  ReceiverObligations,
} from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import { NULLIFICATION } from '../case/nullification.ts';
import { daysBetween } from '../expressions/dateFunctions.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import { explain, inputsOf, type Explanation } from '../expressions/explain.ts';
import { itemInScope, type Scope } from '../expressions/scope.ts';
import { dayAfter } from '../dates/zonedDay.ts';
import { DAY_ZERO_ROLES, dayZero, type DayZero, type DayZeroFacts } from './dayZero.ts';

const WITHDRAWN_ROLE = 'nullificationAmendment';
const SIGNIFICANCE_ROLE = 'followUpSignificance';
const NOT_SIGNIFICANT = 'notSignificant';

/** `T`: what is known of the due reports of the previous version. */
export interface ObligationFacts<T extends Timeline = DueReport> extends Pick<
  DayZeroFacts,
  'isFirst' | 'createdDay' | 'timeZone' | 'dateEntries'
> {
  /** the case as the rules read it */
  scope: Scope;
  /** reports of this version that were sent: receiver and day (CCYYMMDD) */
  sent: readonly { receiver: string; day: string }[];
  /** due reports of the previous version */
  before: readonly T[];
  /** receivers that an earlier version went to */
  informed: readonly string[];
}

/** A report that is due to a receiver, or was sent. Days are CCYYMMDD in the sponsor's time zone. */
export interface Timeline {
  receiver: string;
  ruleId: string;
  day0: string;
  /** day 0 of the version; later than `day0` where the report is inherited */
  versionDay0: string;
  /** calendar days from day 0 to the due date */
  days: number;
  /** the due date */
  due: string;
  /** the day a report was sent to the receiver; null: still due */
  met: string | null;
  /** the version is no longer reportable by the rule: the report tells this to a receiver that has an earlier version */
  closes: boolean;
}

export interface DueReport extends Timeline {
  reason: ObligationReason;
}

/** From today to the due date; negative: overdue. */
interface DaysLeft {
  daysLeft: number;
}

export type Obligation = DueReport & DaysLeft;

/** Why it is due, with the labels at that time. */
export interface ObligationReason {
  rule: Pick<ObligationRule, 'label' | 'source'> & { example: boolean };
  dayZero: DayZero;
  /** why the case is reportable to the receiver; null: every case is */
  concerned: Explanation | null;
  /** why this rule applies; null: it is the default rule */
  applies: Explanation | null;
  /** labels of the items that were read */
  labels: Readonly<Record<string, LocalizedText>>;
  /** due since an earlier version: that report was not sent, and its due date is earlier */
  stillOwed: boolean;
}

/**
 * At most one per receiver: the first of its rules by priority that holds. An unsent report of the previous version
 * keeps its due date if that is earlier. A follow-up that is not significant adds none for a receiver that the previous
 * version was due to, unless a shorter rule applies. A receiver that has an earlier version gets a last report of one to
 * which no rule, or only the default rule, still applies, for example of a nullified one; others get none of it.
 */
export const obligations = (
  facts: ObligationFacts,
  receivers: readonly ReceiverObligations[],
  today: string,
): Obligation[] =>
  dueReports(facts, receivers, today, {
    newReport: (receiver, rule, zero) => ({
      ...newTimeline(receiver, rule, zero),
      reason: reasonOf(facts.scope, receiver, rule, zero),
    }),
    earlierReport: (earlier) => ({ ...earlier, reason: { ...earlier.reason, stillOwed: true } }),
    closingReport: (earlier, zero) => ({
      ...earlier,
      reason: { ...earlier.reason, dayZero: zero, stillOwed: false },
    }),
  });

/** The same without the reasons, for callers that compute it again with every edit. */
export const timelines = (
  facts: ObligationFacts<Timeline>,
  receivers: readonly ReceiverObligations[],
  today: string,
): (Timeline & DaysLeft)[] =>
  dueReports(facts, receivers, today, {
    newReport: newTimeline,
    earlierReport: (earlier) => earlier,
    closingReport: (earlier) => earlier,
  });

/** Day 0 of the case. */
export function dayZeroOf(
  facts: Omit<ObligationFacts<Timeline>, 'sent' | 'before' | 'informed'>,
  today: string,
): DayZero {
  const dates = Object.fromEntries(
    DAY_ZERO_ROLES.map((role) => [role, valueOfRole(facts.scope, role)]),
  ) as DayZeroFacts['dates'];
  return dayZero({ ...facts, dates }, today);
}

interface Reports<T> {
  newReport: (receiver: ReceiverObligations, rule: ObligationRule, zero: DayZero) => T;
  /** of an unsent report of the previous version */
  earlierReport: (earlier: T) => T;
  /** by the rule of a report of the previous version, from another day 0 */
  closingReport: (earlier: T, zero: DayZero) => T;
}

function dueReports<T extends Timeline>(
  facts: ObligationFacts<T>,
  receivers: readonly ReceiverObligations[],
  today: string,
  reports: Reports<T>,
): (T & DaysLeft)[] {
  const isWithdrawn = valueOfRole(facts.scope, WITHDRAWN_ROLE) === NULLIFICATION;
  const zero = dayZeroOf(facts, today);
  return receivers.flatMap((receiver) => {
    const rule = isWithdrawn ? undefined : ruleFor(facts.scope, receiver);
    const earlier = facts.before.find((one) => one.receiver === receiver.receiver);
    const first = () => (rule ? [reports.newReport(receiver, rule, zero)] : []);
    const candidates = earlier ? followUpReports(facts, { receiver, rule, zero, earlier }, reports) : first();
    const report = pressing(candidates.map((one) => settled(facts, one)));
    return report ? [{ ...report, daysLeft: daysLeft(report.due, today) }] : [];
  });
}

interface Followed<T> {
  receiver: ReceiverObligations;
  /** the one that applies now */
  rule: ObligationRule | undefined;
  zero: DayZero;
  /** of the previous version */
  earlier: T;
}

/** What a receiver is due of a version where it was due a report of the previous one. */
function followUpReports<T extends Timeline>(
  facts: ObligationFacts<T>,
  { receiver, rule, zero, earlier }: Followed<T>,
  { newReport, earlierReport, closingReport }: Reports<T>,
): T[] {
  const closes = isClosed(rule, earlier);
  const isUnsent = earlier.met === null;
  if (!isUnsent && closes && !earlier.closes) {
    const arrived = arrivalOf(facts, zero, earlier);
    const report = { ...closingReport(earlier, arrived), day0: arrived.day, versionDay0: zero.day, closes };
    return [{ ...report, due: dayAfter(arrived.day, earlier.days), met: null }];
  }
  // what was sent before this version was made had nothing of it
  const inherited = { ...earlierReport(earlier), versionDay0: zero.day, closes };
  if (!rule) return isUnsent && facts.informed.includes(earlier.receiver) ? [inherited] : [];
  const startsClock =
    isStricter({ ruleId: rule.id, days: rule.days }, earlier) ||
    (isUnsent && zero.day < earlier.day0) ||
    !(isInsignificant(facts) || isReported(earlier, zero));
  if (!startsClock) return isUnsent ? [inherited] : [earlier];
  return [newReport(receiver, rule, zero), ...(isUnsent ? [inherited] : [])];
}

/** No rule applies any longer, or only the default rule, which leaves more time. */
const isClosed = (rule: ObligationRule | undefined, earlier: Timeline): boolean =>
  !rule || (rule.when === null && rule.id !== earlier.ruleId && rule.days > earlier.days);

/** Less time than what the receiver knows of the case allowed. */
const isStricter = (now: Pick<Timeline, 'ruleId' | 'days'>, earlier: Timeline): boolean =>
  earlier.closes ? now.days <= earlier.days : now.ruleId !== earlier.ruleId && now.days < earlier.days;

/** Day 0 of a version that closes: that of its information; without later information the day on which it was made. */
const arrivalOf = (
  { createdDay }: Pick<DayZeroFacts, 'createdDay'>,
  zero: DayZero,
  earlier: Timeline,
): DayZero =>
  zero.day > earlier.versionDay0 ? zero : { day: createdDay, role: null, written: null, assumed: true };

/** A follow-up whose information a user found to change nothing: it starts no clock where one ran before. */
const isInsignificant = ({ isFirst, scope }: Pick<ObligationFacts<Timeline>, 'isFirst' | 'scope'>): boolean =>
  !isFirst && valueOfRole(scope, SIGNIFICANCE_ROLE) === NOT_SIGNIFICANT;

/**
 * The previous version had the same day 0, so there is no new information, and was sent on it or later with an inherited
 * report: that covers this version, too.
 */
const isReported = ({ day0, versionDay0, met }: Timeline, { day }: DayZero): boolean =>
  day0 !== day && versionDay0 === day && met !== null && met >= day;

/** Days from one to the other, both CCYYMMDD; negative if the due date has passed. */
export const daysLeft = (due: string, today: string): number => daysBetween(today, due);

/** Reports that have not been sent. */
export const unmet = <T extends Pick<DueReport, 'met'>>(all: readonly T[]): T[] =>
  all.filter(({ met }) => met === null);

/** The earliest due date of the unsent reports; null if there are none. */
export const earliestDue = (all: readonly Pick<DueReport, 'due' | 'met'>[]): string | null =>
  unmet(all)
    .map(({ due }) => due)
    .toSorted()[0] ?? null;

/** Ids of the items that can change the result. */
export const itemsOfObligations = (catalogue: Catalogue): string[] => {
  const conditions = catalogue.obligations.flatMap(({ when, rules }) => [
    when,
    ...rules.map((rule) => rule.when),
  ]);
  const read = conditions.flatMap((when) =>
    when === null ? [] : compileExpression(when, catalogue, null, 'bool').dependencies,
  );
  const roles = [...DAY_ZERO_ROLES, WITHDRAWN_ROLE, SIGNIFICANCE_ROLE].flatMap(
    (role) => catalogue.roles[role] ?? [],
  );
  return [...new Set([...read, ...roles])];
};

const valueOfRole = (scope: Scope, role: string): string | null =>
  itemInScope(scope, scope.catalogue.roles[role] ?? '')?.value ?? null;

const holds = (scope: Scope, when: string | null): boolean =>
  when === null || compileExpression(when, scope.catalogue, null, 'bool').run(scope);

const ruleFor = (scope: Scope, { when, rules }: ReceiverObligations): ObligationRule | undefined =>
  holds(scope, when)
    ? rules.toSorted((a, b) => a.priority - b.priority).find((rule) => holds(scope, rule.when))
    : undefined;

const newTimeline = (
  { receiver }: ReceiverObligations,
  { id, days }: ObligationRule,
  { day }: DayZero,
): Timeline => ({
  receiver,
  ruleId: id,
  day0: day,
  versionDay0: day,
  days,
  due: dayAfter(day, days),
  met: null,
  closes: false,
});

function reasonOf(
  scope: Scope,
  { example, when }: ReceiverObligations,
  { label, source, when: only }: ObligationRule,
  zero: DayZero,
): ObligationReason {
  const concerned = when === null ? null : explain(when, scope);
  const applies = only === null ? null : explain(only, scope);
  const { roles, items } = scope.catalogue;
  const read = [concerned, applies].flatMap((why) => (why ? inputsOf(why) : []));
  const itemIds = [...read.map(({ address }) => address.itemId), roles[zero.role ?? ''] ?? ''];
  const labels = Object.fromEntries(
    itemIds.flatMap((itemId) => {
      const item = items[itemId];
      return item ? [[itemId, item.label] as const] : [];
    }),
  );
  return {
    rule: { label, source, example },
    dayZero: zero,
    concerned,
    applies,
    labels,
    stillOwed: false,
  };
}

/**
 * Settled by the first report that was sent on day 0 or later, of this version; or of the previous one if that had the same
 * day 0, since then there is no new information.
 */
export function settled<T extends Timeline>(
  { sent, before }: Pick<ObligationFacts<Timeline>, 'sent' | 'before'>,
  report: T,
): T {
  const same = sameReport(before, report);
  const [first = null] = sent
    .filter(({ receiver, day }) => receiver === report.receiver && day >= report.day0)
    .map(({ day }) => day)
    .concat(same?.met ?? [])
    .toSorted();
  return { ...report, met: first };
}

/** The report of the previous version that has all that this one has: with the same day 0, and by no longer rule. */
export const sameReport = <T extends Timeline>(before: readonly T[], report: Timeline): T | undefined =>
  before.find(
    (one) =>
      one.receiver === report.receiver &&
      one.day0 === report.day0 &&
      (report.closes ? one.closes : !isStricter(report, one)),
  );

/** Unsent before sent reports, each by due date. */
const pressing = <T extends Timeline>(all: readonly T[]): T | undefined =>
  all.toSorted(
    (a, b) => Number(a.met !== null) - Number(b.met !== null) || (a.due < b.due ? -1 : a.due > b.due ? 1 : 0),
  )[0];
