/** All paths through the routing form: what can be chosen when, and what is sent. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { EMPTY_ROUTING, isSigned, missingOf, workflowRoutingMachine } from './workflowRouting.machine.ts';

const user = { userKey: 11, userName: 'One' };
const start = { draft: EMPTY_ROUTING, signedSteps: ['B'], mustOverride: false, meaning: 'approval' };

checkModel(
  {
    machine: workflowRoutingMachine,
    world: () => undefined,
    starts: {
      owner: () => start,
      'in place of the owner, with what was filled in before': () => ({
        ...start,
        mustOverride: true,
        draft: { ...EMPTY_ROUTING, workflowKey: 'A', roleId: 1, comments: 'Done' },
      }),
    },
    steps: {
      'status A': { send: { type: 'status.chosen', workflowKey: 'A' } },
      'signed status B': { send: { type: 'status.chosen', workflowKey: 'B' } },
      'a role': { send: { type: 'role.chosen', roleId: 1 } },
      'no role': { send: { type: 'role.chosen', roleId: null } },
      'a user': { send: { type: 'user.chosen', userKey: 11 } },
      comments: { send: { type: 'comments.written', comments: 'Done' } },
      'a reason': { send: { type: 'override.written', overrideReason: 'On leave' } },
      'a meaning': { send: { type: 'meaning.chosen', meaning: 'review' } },
      'a password': { send: { type: 'password.written', password: 'secret' } },
      'users are there': { answer: 'loadUsers', output: [user] },
      'users are not there': { answer: 'loadUsers', error: new Error('gone') },
      ok: { send: { type: 'ok' } },
      cancel: { send: { type: 'cancelled' } },
      'it is done': { answer: 'sendRouting', output: null },
      'it is refused': { answer: 'sendRouting', error: new Error('not yours') },
    },
    // the refusal, and that OK was pressed, are only displayed
    view: ({ context: { draft, mustOverride, users, password } }) => [
      { ...draft, overrideReason: mustOverride && draft.overrideReason },
      users?.length ?? null,
      password !== '',
    ],
    invariants: {
      'a role stands under a status, a user under a role': ({ after: { context } }) =>
        (context.draft.roleId === null || context.draft.workflowKey !== null) &&
        (context.draft.userKey === null || context.draft.roleId !== null),
      'another status clears role and user': ({ step, before, after }) =>
        !step.includes('status') ||
        !before.matches('filling') ||
        (after.context.draft.roleId === null && after.context.draft.userKey === null),
      'nothing is sent while something is missing': ({ after }) =>
        !after.matches('sending') || missingOf(after.context).length === 0,
      'who presses OK too early is led to what is missing': ({ step, before, after, did }) =>
        step !== 'ok' ||
        !before.matches('filling') ||
        after.matches('sending') ||
        did.some(({ action }) => action === 'focusMissing'),
      'a password outlives no refusal and no end': ({ step, after }) =>
        (step !== 'it is refused' && !after.matches('closed')) || after.context.password === '',
      'a refusal is told and closes nothing': ({ step, before, after }) =>
        step !== 'it is refused' ||
        !before.matches('sending') ||
        (after.matches('filling') && after.context.problem !== null),
      'what is signed has a password': ({ after }) =>
        !after.matches('sending') || !isSigned(after.context) || after.context.password !== '',
    },
  },
  it,
);
