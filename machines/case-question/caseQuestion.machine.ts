/** A question at a field of a case: open, answered, closed. */
import { setup, transition } from 'xstate';
import { QUESTION_EVENTS, type QuestionEvent, type QuestionState } from '../../shared/questions/questions.ts';

/** What the user who wants to change the question is to it. */
export interface QuestionRights {
  isAsker: boolean;
  isAddressee: boolean;
  mayEdit: boolean;
}

/**
 * The chart of a question for one user. Who asks, who is asked and who may edit the case answers it; who is asked does not
 * close it: whether an answer suffices is decided by those who need it.
 */
export const caseQuestionMachine = setup({
  types: {
    context: {} as QuestionRights,
    input: {} as QuestionRights,
    events: {} as { type: QuestionEvent },
  },
  guards: {
    mayAnswer: ({ context: { isAsker, isAddressee, mayEdit } }) => isAsker || isAddressee || mayEdit,
    mayClose: ({ context: { isAsker, mayEdit } }) => isAsker || mayEdit,
  },
}).createMachine({
  id: 'caseQuestion',
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: {
      on: {
        answer: { target: 'answered', guard: 'mayAnswer' },
        // withdrawn
        close: { target: 'closed', guard: 'mayClose' },
      },
    },
    answered: {
      on: {
        // a later answer corrects the one before, which stays
        answer: { target: 'answered', guard: 'mayAnswer', reenter: true },
        close: { target: 'closed', guard: 'mayClose' },
        reopen: { target: 'open', guard: 'mayClose' },
      },
    },
    closed: { on: { reopen: { target: 'open', guard: 'mayClose' } } },
  },
});

const snapshotOf = (state: QuestionState, rights: QuestionRights) =>
  caseQuestionMachine.resolveState({ value: state, context: rights });

/** The events that the user may send. */
export const questionEvents = (state: QuestionState, rights: QuestionRights): QuestionEvent[] =>
  QUESTION_EVENTS.filter((type) => snapshotOf(state, rights).can({ type }));

/** The state after an event that the user may send. */
export const questionAfter = (
  state: QuestionState,
  rights: QuestionRights,
  event: QuestionEvent,
): QuestionState => transition(caseQuestionMachine, snapshotOf(state, rights), { type: event })[0].value;
