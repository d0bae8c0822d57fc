/** One version of a case in a batch: waiting, sent, and what the receiver answered to it. */
import { setup } from 'xstate';

/** Answers to one message, as the reader of acknowledgements finds them. */
export type MessageAnswer = 'accepted' | 'acceptedWithWarning' | 'rejected' | 'undecided';

/** The chart of a message. An answer never lowers its state: one that contradicts another is a conflict for a user. */
export const submissionMessageMachine = setup({
  types: {
    events: {} as
      | { type: 'handedOver' }
      | { type: `answer.${MessageAnswer}` }
      | { type: 'person.accepted' }
      | { type: 'person.rejected' },
  },
}).createMachine({
  id: 'submissionMessage',
  initial: 'waiting',
  states: {
    waiting: {
      on: {
        handedOver: 'sent',
        // an answer may be faster than the end of the attempt
        'answer.accepted': 'accepted',
        'answer.acceptedWithWarning': 'acceptedWithWarning',
        'answer.rejected': 'rejected',
        'answer.undecided': 'needsDecision',
      },
    },
    sent: {
      on: {
        'answer.accepted': 'accepted',
        'answer.acceptedWithWarning': 'acceptedWithWarning',
        'answer.rejected': 'rejected',
        'answer.undecided': 'needsDecision',
      },
    },
    // the batch has an answer that does not name this message
    needsDecision: {
      on: {
        'answer.accepted': 'accepted',
        'answer.acceptedWithWarning': 'acceptedWithWarning',
        'answer.rejected': 'rejected',
        'person.accepted': 'accepted',
        'person.rejected': 'rejected',
      },
    },
    accepted: { on: { 'answer.rejected': 'conflict' } },
    acceptedWithWarning: { on: { 'answer.rejected': 'conflict' } },
    rejected: { on: { 'answer.accepted': 'conflict', 'answer.acceptedWithWarning': 'conflict' } },
    conflict: { on: { 'person.accepted': 'accepted', 'person.rejected': 'rejected' } },
  },
});
