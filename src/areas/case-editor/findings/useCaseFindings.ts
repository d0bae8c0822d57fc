/** The findings of the open case: which of them are shown, and the keys that walk through them. */
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { receiversIn, receiversOf } from '../../../../shared/rules/receivers.ts';
import type { CaseFinding } from '../../../../shared/rules/check.types.ts';
import { showInfo } from '../../../components/index.ts';
import { focusedAddress } from '../../../engine/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { useKeys } from '../../../keys/index.ts';
import { useCaseRoute } from '../caseRoute.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { entriesFor, entriesOf, isMissing, nowhereOf, type Entry } from './entries.ts';
import type { CheckedCase } from './liveCase.ts';
import { useIsChecked, useLiveCase } from './useLiveCase.ts';
import {
  findingAfter,
  findingKey,
  findingsByPage,
  type PageFindings,
  type Severity,
} from './findingsOrder.ts';

/** In place of a receiver: all of them. */
export const ALL_RECEIVERS = '*';

/** Which findings are looked at. */
export interface FindingsChoice {
  open: boolean;
  /** whose */
  receivers: readonly string[];
  severity: Severity | null;
  /** the authority of the region on the screen */
  ownReceiver: string;
}

export function useCaseFindings(catalogue: Catalogue, shown: readonly CataloguePage[], edits: CaseEdits) {
  const { t } = useTranslation('findings');
  const { caseKey, pathOf, to } = useCaseRoute();
  const { appendix } = useRouteContext();
  const navigate = useNavigate();
  const [open, setOpen] = useLocalStorage({
    key: 'casewright.findings',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [receiver, setReceiver] = useLocalStorage<string | null>({
    key: 'casewright.findings.receiver',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const [severity, setSeverity] = useState<Severity | null>(null);
  const [visited, setVisited] = useState<string | null>(null);
  const { live, failed } = useLiveCase(caseKey, catalogue, edits);
  const known = useMemo(() => receiversOf(catalogue), [catalogue]);
  const everybody = useMemo(() => known.map((one) => one.receiver), [known]);
  const ofRegion = useMemo(() => receiversIn(catalogue, appendix), [catalogue, appendix]);
  // one that was chosen once may be gone
  const chosen = receiver === ALL_RECEIVERS || everybody.includes(receiver ?? '') ? receiver : null;
  const receivers = useMemo(
    () => (chosen === ALL_RECEIVERS ? everybody : chosen === null ? ofRegion : [chosen]),
    [chosen, everybody, ofRegion],
  );
  const choice: FindingsChoice = { open, receivers, severity, ownReceiver: ofRegion.at(-1) ?? '' };

  /** a step asked for before the findings are there */
  const waiting = useRef<1 | -1 | null>(null);
  const step = (by: 1 | -1) => {
    const checked = live?.checked();
    waiting.current = checked ? null : by;
    if (!checked) return;
    const listed = shownEntries(checked, choice);
    const stops = listed.filter((entry) => nowhereOf(catalogue, checked, entry) === null);
    const next = findingAfter(catalogue, shown, stops, { visited, at: focusedAddress() }, by);
    const path = next && pathOf(catalogue, next);
    if (!next || !path) return showInfo(t(listed.length > 0 ? 'noneHere' : 'none'));
    setVisited(findingKey(next));
    void navigate(to(path));
  };
  const walk = (by: 1 | -1) => () => {
    setOpen(true);
    step(by);
  };
  useKeys({ nextFinding: walk(1), previousFinding: walk(-1) });
  const there = useIsChecked(live);
  useEffect(() => {
    if (there && waiting.current !== null) step(waiting.current);
  });

  return {
    live,
    /** there is nothing to check with */
    failed,
    ...choice,
    known,
    everybody,
    ofRegion,
    /** null: those of the region on the screen */
    receiver: chosen,
    setOpen,
    setReceiver,
    setSeverity,
    visited,
    setVisited,
  };
}

export type CaseFindings = ReturnType<typeof useCaseFindings>;

const listed = new WeakMap<readonly CaseFinding[], Map<string, readonly PageFindings<Entry>[]>>();

/** The same page by page; list and tabs ask for it again and again. */
export function pagesOf(
  checked: CheckedCase,
  { receivers, severity }: Pick<FindingsChoice, 'receivers' | 'severity'>,
): readonly PageFindings<Entry>[] {
  const choices = listed.get(checked.findings) ?? new Map<string, readonly PageFindings<Entry>[]>();
  listed.set(checked.findings, choices);
  const choice = `${receivers.join()} ${severity}`;
  const pages =
    choices.get(choice) ??
    findingsByPage(checked.world.catalogue, shownEntries(checked, { receivers, severity }));
  choices.set(choice, pages);
  return pages;
}

/** What the choices leave. */
const shownEntries = (
  { findings }: CheckedCase,
  { receivers, severity }: Pick<FindingsChoice, 'receivers' | 'severity'>,
): readonly Entry[] => {
  const some = entriesFor(entriesOf(findings), receivers);
  return severity === null ? some : some.filter((entry) => entry.severity === severity);
};

/**
 * What is marked in the form: while the list is open what it shows, else what the receiver of the region on the screen
 * would find wrong with what is said.
 */
export const markedEntries = (checked: CheckedCase, choice: FindingsChoice): readonly Entry[] =>
  choice.open
    ? shownEntries(checked, choice)
    : // missing items are reported only once the user looks for findings: an empty form is not a mistake yet
      entriesFor(entriesOf(checked.findings), [choice.ownReceiver]).filter((entry) => !isMissing(entry));
