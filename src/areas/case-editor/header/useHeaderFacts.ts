/** The facts of the case header with its unsaved edits, and the words of their values. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import {
  headerFacts,
  type FactCandidate,
  type ShownFact,
} from '../../../../shared/case-header/headerFacts.ts';
import { dayAt } from '../../../../shared/dates/zonedDay.ts';
import { caseScope } from '../../../../shared/expressions/scope.ts';
import { dayZeroOf, timelines, unmet } from '../../../../shared/obligations/obligations.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { displayText } from '../../../catalogue/display.ts';
import { useLabelsRead, type StoredCode } from '../../../catalogue/useLabels.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { userNow } from '../../../clock/index.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { headerQuery, type CaseHeaderData } from '../case.queries.ts';
import { useCompleteness } from '../completeness/useCompleteness.ts';
import type { LiveCase } from '../findings/liveCase.ts';
import { useRevision } from '../findings/useLiveCase.ts';

/** The reports that are due first. */
interface NextDue {
  receivers: readonly string[];
  due: string;
  daysLeft: number;
}

export interface HeaderState {
  /** null until the case is read */
  facts: readonly ShownFact[] | null;
  /** null until the header is read */
  header: CaseHeaderData | null;
  /** CCYYMMDD; null: unknown */
  dayZero: string | null;
  /** null: none */
  nextDue: NextDue | null;
  /** from 0 to 1; null: the case has nothing to score */
  completeness: number | null;
  /** the first of the candidates that has words, in words */
  textOf: (candidates: readonly FactCandidate[]) => string;
}

/** `live`: the case with its unsaved edits; null until it is read. */
export function useHeaderFacts(caseKey: number, catalogue: Catalogue, live: LiveCase | null): HeaderState {
  const { language } = useRouteContext();
  const session = useSession();
  const { timeZone } = session;
  const { data: header = null } = useQuery(headerQuery(caseKey));
  const revision = useRevision(live);
  const facts = useMemo(
    // the case changes in place: its revision says when
    () => (live && revision >= 0 ? headerFacts(catalogue, live.reader, session) : null),
    [live, revision, catalogue, session],
  );
  const due = useMemo(
    () =>
      live && revision >= 0 && header ? dueOf(live, header, timeZone) : { dayZero: null, nextDue: null },
    [live, revision, header, timeZone],
  );
  const completeness = useCompleteness(live)?.score ?? null;
  const stored = useMemo(() => (facts ?? []).flatMap(codesOf), [facts]);
  const { label, isReading } = useLabelsRead(catalogue, stored, language);

  /** a code has no words, or not yet */
  const isUnnamed = ({ itemId, value: { value } }: Pick<FactCandidate, 'itemId' | 'value'>): boolean => {
    const { dictionary = null, codeList = null } = catalogue.items[itemId] ?? {};
    if (value === null || label(itemId, value) !== undefined) return false;
    return dictionary !== null || (codeList !== null && isReading);
  };
  const wordsOf = (candidate: FactCandidate): string | null => {
    const { itemId, value, unit, text } = candidate;
    if (isUnnamed(candidate) || (unit && isUnnamed(unit))) return null;
    const shown = displayText(catalogue.items[itemId], value, label);
    if (text) return wordsIn(text, language).replace('{value}', shown);
    return [shown, unit && displayText(catalogue.items[unit.itemId], unit.value, label)]
      .filter(Boolean)
      .join(' ');
  };
  const textOf = (candidates: readonly FactCandidate[]): string => {
    for (const candidate of candidates) {
      const words = wordsOf(candidate);
      if (words !== null) return words;
    }
    return isReading ? '' : (candidates[0]?.value.value ?? '');
  };
  return { facts, header, ...due, completeness, textOf };
}

/** Computed as the server does it, so that an edit shows at once what it will change. */
function dueOf({ world: { catalogue }, reader }: LiveCase, { reporting }: CaseHeaderData, timeZone: string) {
  if (!reporting) return { dayZero: null, nextDue: null };
  const today = dayAt(userNow().at.getTime(), timeZone);
  const facts = { ...reporting, scope: caseScope(catalogue, reader), timeZone };
  const waiting = unmet(timelines(facts, catalogue.obligations, today));
  const earliest = waiting.toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0))[0];
  const nextDue = earliest && {
    receivers: waiting.filter(({ due }) => due === earliest.due).map(({ receiver }) => receiver),
    due: earliest.due,
    daysLeft: earliest.daysLeft,
  };
  return { dayZero: dayZeroOf(facts, today).day, nextDue: nextDue ?? null };
}

const codesOf = ({ content }: ShownFact): StoredCode[] =>
  content.kind === 'value'
    ? content.candidates.flatMap(({ itemId, value, unit }) => [
        { itemId, value: value.value },
        ...(unit ? [{ itemId: unit.itemId, value: unit.value.value }] : []),
      ])
    : [];
