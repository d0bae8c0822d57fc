/** Leaving a place with unsaved changes: ask first, then discard and go. */
import { setup } from 'xstate';

type LeaveEvent =
  { type: 'leave.requested'; dirty: boolean } | { type: 'discard.confirmed' } | { type: 'discard.cancelled' };

/** `proceed` goes where the user wanted to, `stay` gives the request up, `discardChanges` drops the change maps. */
export const leaveGuardMachine = setup({
  types: { events: {} as LeaveEvent },
  actions: { proceed: () => {}, stay: () => {}, discardChanges: () => {} },
  guards: { hasChanges: ({ event }) => event.type === 'leave.requested' && event.dirty },
}).createMachine({
  id: 'leaveGuard',
  initial: 'staying',
  states: {
    staying: {
      on: { 'leave.requested': [{ guard: 'hasChanges', target: 'asking' }, { actions: 'proceed' }] },
    },
    asking: {
      on: {
        'discard.confirmed': { target: 'staying', actions: ['discardChanges', 'proceed'] },
        'discard.cancelled': { target: 'staying', actions: 'stay' },
      },
    },
  },
});
