/** Every way through saving: when changes may be forgotten, when the user is asked, and what follows a save. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import {
  CLEAR_CHANGES_AFTER_MS,
  FIRST_SAVE_REASON,
  saveMachine,
  type AfterSave,
  type OtherVersion,
  type StaleItem,
} from './save.machine.ts';

/** How much is stored and how much is not yet, as known to server and page. */
interface World {
  unsaved: number;
  saved: number;
  /** answers to stale items that the page has taken */
  settled: number;
}

const stale: StaleItem = {
  itemId: 'X.1',
  rowNo: 0,
  rowNo2: 0,
  rowNo3: 0,
  theirs: { value: 'theirs', nullFlavor: null, notation: null },
  changedBy: 'kim',
  changedAt: '2026-01-02T00:00:00.000Z',
};

const other: OtherVersion = {
  caseKey: 7,
  versionNo: 1,
  createdAt: '2026-01-02T00:00:00.000Z',
  createdByName: 'Kim',
};
const goOn: AfterSave = () => {};
const later = { type: 'save.requested', changeCount: 2, savedBefore: true } as const;

checkModel(
  {
    machine: saveMachine,
    world: (): World => ({ unsaved: 2, saved: 0, settled: 0 }),
    starts: { page: () => undefined },
    steps: {
      'save nothing': { send: { type: 'save.requested', changeCount: 0, savedBefore: true } },
      'first save': { send: { type: 'save.requested', changeCount: 2, savedBefore: false } },
      'later save': { send: later },
      'save and go on': { send: { ...later, afterSave: goOn } },
      'save a case number': { send: { ...later, mayDisconnect: true } },
      'first save of a case number': { send: { ...later, savedBefore: false, mayDisconnect: true } },
      'no other version': { answer: 'findOtherVersions', output: [] },
      'other versions': { answer: 'findOtherVersions', output: [other] },
      'versions not read': { answer: 'findOtherVersions', error: new Error('offline') },
      'warning confirmed': { send: { type: 'disconnect.confirmed' } },
      'warning cancelled': { send: { type: 'disconnect.cancelled' } },
      'blank reason': { send: { type: 'reason.given', reason: '  ' } },
      reason: { send: { type: 'reason.given', reason: ' New Data ' } },
      'no reason': { send: { type: 'reason.cancelled' } },
      'server saved': { answer: 'submitPage', output: { kind: 'saved' } },
      'server found stale': { answer: 'submitPage', output: { kind: 'stale', items: [stale] } },
      'server refused': { answer: 'submitPage', error: new Error('refused') },
      'theirs taken': { send: { type: 'conflict.answered', takeTheirs: ['X.1|0|0|0'] } },
      'conflict closed': { send: { type: 'conflict.closed' } },
      'page read again': { answer: 'refreshPage', output: { unsaved: false, newRow: false } },
      'page read again, typed meanwhile': { answer: 'refreshPage', output: { unsaved: true, newRow: false } },
      'new row stored': { answer: 'refreshPage', output: { unsaved: false, newRow: true } },
      'new row stored, typed meanwhile': { answer: 'refreshPage', output: { unsaved: true, newRow: true } },
      'page not read again': { answer: 'refreshPage', error: new Error('offline') },
      'almost 300 ms': { pass: CLEAR_CHANGES_AFTER_MS - 100 },
      '300 ms': { pass: CLEAR_CHANGES_AFTER_MS },
    },
    actions: {
      showSaved: (world) => {
        world.saved += 1;
      },
      settleConflict: (world) => {
        world.settled = 1;
      },
      clearChanges: (world) => {
        world.unsaved = 0;
      },
    },
    view: ({ context }, { unsaved, settled }) => [
      [context.reason, context.savedBefore, context.stale.length, context.otherVersions.length],
      [context.afterSave !== null, context.requestedAgain, unsaved, settled],
    ],
    invariants: {
      'changes are forgotten only after success': ({ world }) => world.unsaved > 0 || world.saved > 0,
      'what was saved is forgotten, and not before 300 ms': ({ step, before, did }) =>
        !before.matches('saved') ||
        (step === '300 ms') === did.some(({ action }) => action === 'clearChanges'),
      'changes are forgotten once for each success': ({ history }) =>
        history.filter(({ action }) => action === 'clearChanges').length <=
        history.filter(({ action }) => action === 'showSaved').length,
      'nothing is sent without a reason': ({ after }) =>
        !after.matches('submitting') || after.context.reason.trim() !== '',
      'nobody is asked why on a first save': ({ step, before, after }) =>
        step !== 'first save' || before.matches('askingReason') || !after.matches('askingReason'),
      'a first save says Initial Data': ({ step, before, after }) =>
        step !== 'first save' || !before.matches('idle') || after.context.reason === FIRST_SAVE_REASON,
      'a failure is always shown': ({ step, before, did }) =>
        step !== 'server refused' ||
        !before.matches('submitting') ||
        did.some(({ action }) => action === 'showFailed'),
      'stale items are asked about before they are overwritten': ({ before, after }) =>
        before.context.stale.length === 0 || after.context.stale.length > 0 || !before.matches('submitting'),
      'the page knows the answer before it is sent again': ({ before, after, did }) =>
        !before.matches('conflict') ||
        !after.matches('submitting') ||
        did.some(({ action }) => action === 'settleConflict'),
      'other versions are left behind only after the warning': ({ step, before, after }) =>
        !before.matches('findingVersions') || step !== 'other versions' || after.matches('warning'),
      'nothing is sent before the versions are known': ({ before, after }) =>
        !before.matches('findingVersions') || !after.matches('submitting') || !before.context.savedBefore,
      'it goes on only after success, and not while something is unsaved': ({ step, before, did }) =>
        !did.some(({ action }) => action === 'goOn') ||
        (before.matches('refreshing') && !step.includes('typed meanwhile')),
      'it goes on where the user wanted to': ({ step, before, did }) =>
        !before.matches('refreshing') ||
        step !== 'page read again' ||
        before.context.afterSave === null ||
        did.some(({ action }) => action === 'goOn'),
      'a new row with something unsaved opens at its own address': ({ step, before, did }) =>
        step !== 'new row stored, typed meanwhile' ||
        !before.matches('refreshing') ||
        did.some(({ action }) => action === 'openSavedRow'),
      'a stored row is never requested to be saved as new again': ({ step, before, did }) =>
        !step.startsWith('new row') ||
        !before.matches('refreshing') ||
        !did.some(({ action }) => action === 'requestAgain'),
      'a save that had to wait is requested again': ({ step, before, did }) =>
        !step.startsWith('page') ||
        !before.matches('refreshing') ||
        !before.context.requestedAgain ||
        did.some(({ action }) => action === 'requestAgain' || action === 'goOn'),
      'nothing is remembered of a save that ended': ({ after }) =>
        !after.matches('idle') || (after.context.afterSave === null && !after.context.requestedAgain),
    },
  },
  it,
);
