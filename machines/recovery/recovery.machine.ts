/** Recovery of unsaved edits: offered, restored or discarded; both can be undone. */
import { setup } from 'xstate';

/** How long discarding a draft can be undone. */
export const DROP_DRAFT_AFTER_MS = 10_000;

/**
 * `applyDraft` applies the edits to the page, `removeApplied` removes them again, `dropDraft` deletes them. A page
 * left without an answer keeps its draft for the next time.
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
        // the edits now belong to the page, and are journaled like any others
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
