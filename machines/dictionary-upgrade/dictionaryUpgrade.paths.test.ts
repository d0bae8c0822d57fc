/** Every way an upgrade ends. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { dictionaryUpgradeMachine } from './dictionaryUpgrade.machine.ts';

const SWITCH = { switchAt: '2026-03-01T00:00:00.000Z', switchBy: 7, versionAll: false };

checkModel(
  {
    machine: dictionaryUpgradeMachine,
    world: () => undefined,
    starts: { 'Begin pressed': () => ({}) },
    steps: {
      'changes found': { answer: 'findChanges', output: { texts: 5, changed: 2 } },
      'no changes found': { answer: 'findChanges', error: { message: 'no memory' } },
      'Refresh pressed': { send: { type: 'upgrade.refreshed' } },
      'Schedule pressed': { send: { type: 'upgrade.scheduled', ...SWITCH } },
      'Postpone pressed': { send: { type: 'upgrade.postponed' } },
      'Give up pressed': { send: { type: 'upgrade.cancelled' } },
      'the day came': { send: { type: 'deadline.passed' } },
      switched: { answer: 'switchVersion', output: { recoded: 3, versioned: 9, refusedCases: 1 } },
      'not switched': { answer: 'switchVersion', error: { message: 'no space' } },
    },
    view: ({ context: { changes, switchAt, result, error } }) => [
      changes !== null,
      switchAt,
      result !== null,
      error,
    ],
    rests: ({ value }) => value !== 'preparing' && value !== 'switching',
    invariants: {
      'it is scheduled exactly when it has a moment': ({ after }) =>
        after.matches('cancelled') ||
        (after.context.switchAt !== null) ===
          (after.matches('scheduled') || after.matches('switching') || after.matches('switched')),
      'a result is that of a switch': ({ after }) =>
        (after.context.result !== null) === after.matches('switched'),
      'each state is recorded once': ({ before, after, did }) =>
        did.length === (before.value === after.value ? 0 : 1),
    },
  },
  it,
);
