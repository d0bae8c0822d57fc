/** Leaving a page with unsaved changes: confirm, then discard and proceed. */
import { setup } from 'xstate';

type LeaveEvent =
  | { type: 'leave.requested'; dirty: boolean }
  | { type: 'discard.confirmed' }
  | { type: 'discard.cancelled' };

/** `proceed` continues the navigation, `stay` cancels it, `discardChanges` clears the change maps. */
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
