/** The findings of the open case, computed in slices while the browser is idle. */
import type { CaseContent } from '../../../../shared/case/caseContent.ts';
import type { ChangeSet } from '../../../../shared/case/changeSet.ts';
import type { CaseReader } from '../../../../shared/expressions/caseReader.types.ts';
import { checksFor, recipientsOf, type CheckWorld } from '../../../../shared/rules/caseFindings.ts';
import type { CaseFinding, Check } from '../../../../shared/rules/check.types.ts';
import { liveFindings } from '../../../../shared/rules/liveFindings.ts';
import type { CaseChange } from '../../../../shared/case/caseChange.ts';
import { makeListeners } from '../../../listeners/listeners.ts';
import { overlaidCase, type OverlaidCase } from './overlaidCase.ts';

/** Queries of the case, including the unsaved edits. */
export interface CheckedCase {
  world: CheckWorld;
  reader: CaseReader;
  rows: OverlaidCase['current']['rows'];
  checks: readonly Check[];
  findings: readonly CaseFinding[];
}

export interface LiveCase {
  world: CheckWorld;
  /** the case with its unsaved edits, which changes in place */
  reader: CaseReader;
  /** counts the changes of the case */
  revision(): number;
  subscribeChanges(listener: () => void): () => void;
  /** the case and its findings; null until they were found for the first time. Another object after each change. */
  checked(): CheckedCase | null;
  subscribe(listener: () => void): () => void;
  store(content: CaseContent): void;
  /** What is unsaved now, all of it. */
  edit(edits: ChangeSet): void;
  stop(): void;
}

export interface LiveCaseInput {
  world: CheckWorld;
  content: CaseContent;
  /** what is unsaved at the beginning: nobody sees the case without it */
  edits: ChangeSet;
  may: (itemId: string) => boolean;
  now: () => Date;
  /** runs work in idle time; answers how to call it off */
  whenIdle: (work: (enough: () => boolean) => void) => () => void;
}

export function createLiveCase({ world, content, edits, may, now, whenIdle }: LiveCaseInput): LiveCase {
  const overlaid = overlaidCase(world.catalogue, content);
  overlaid.edit(edits);
  const { reader, rows } = overlaid.current;
  const listeners = makeListeners();
  const changeListeners = makeListeners();
  let revision = 0;
  let { checks, live, profiles } = begin();
  let checked: CheckedCase | null = null;
  let callOff: (() => void) | null = null;

  function begin() {
    const recipients = recipientsOf(world, reader);
    const made = checksFor(world, recipients, { now: now(), may });
    return {
      checks: made,
      live: liveFindings(world.catalogue, made, reader),
      profiles: recipients.map(({ profile }) => profile).join(),
    };
  }

  const work = (enough: () => boolean): void => {
    callOff = live.work(enough) ? null : whenIdle(work);
    if (callOff !== null) return;
    const findings = live.findings();
    if (checked?.findings === findings) return;
    checked = { world, reader, rows, checks, findings };
    listeners.notify();
  };
  const scheduleWork = (): void => void (callOff ??= whenIdle(work));

  const changed = (change: CaseChange): void => {
    if (change.items.length + change.rows.length === 0) return;
    revision += 1;
    changeListeners.notify();
    const current = recipientsOf(world, reader)
      .map(({ profile }) => profile)
      .join();
    // another profile has other rules
    if (current !== profiles) ({ checks, live, profiles } = begin());
    else live.changed(change);
    scheduleWork();
  };

  scheduleWork();
  return {
    world,
    reader,
    revision: () => revision,
    subscribeChanges: changeListeners.add,
    checked: () => checked,
    subscribe: listeners.add,
    store: (next) => changed(overlaid.store(next)),
    edit: (next) => changed(overlaid.edit(next)),
    stop() {
      callOff?.();
      callOff = null;
    },
  };
}
