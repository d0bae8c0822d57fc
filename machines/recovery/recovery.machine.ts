/** Edits that were found unsaved: offered, put back or discarded, and either taken back. */
import { setup } from 'xstate';

/** How long a discarded draft can still be had back. */
export const DROP_DRAFT_AFTER_MS = 10_000;

/**
 * `applyDraft` puts the edits on top of what was read, `removeApplied` takes them off again, `dropDraft` forgets them
 * for good. A page that is left before anyone answered keeps its draft for the next time.
 */
export const recoveryMachine = setup({
  types: {
    events: {} as {
      type: 'draft.putBack' | 'draft.discarded' | 'draft.takenBack' | 'page.saved' | 'page.left';
    },
  },
  actions: { applyDraft: () => {}, removeApplied: () => {}, dropDraft: () => {} },
  delays: { dropDraftAfter: DROP_DRAFT_AFTER_MS },
}).createMachine({
  id: 'recovery',
  initial: 'offered',
  states: {
    offered: {
      on: {
        'draft.putBack': { target: 'putBack', actions: 'applyDraft' },
        'draft.discarded': 'discarded',
        'page.left': 'kept',
      },
    },
    putBack: {
      on: {
        'draft.takenBack': { target: 'offered', actions: 'removeApplied' },
        'page.saved': 'gone',
        // the edits are those of the page now, and are kept like any others
        'page.left': 'kept',
      },
    },
    discarded: {
      on: { 'draft.takenBack': 'offered', 'page.saved': 'gone', 'page.left': 'gone' },
      after: { dropDraftAfter: 'gone' },
    },
    kept: { type: 'final' },
    gone: { type: 'final', entry: 'dropDraft' },
  },
});
