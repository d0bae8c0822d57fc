/** Groups of the states of a batch (chart `submission-batch`), and of its messages (`submission-message`), that both ends decide by. */

/** Before it was sent: it can be checked again, and cancelled. */
export const UNSENT_STATES: readonly string[] = ['draft', 'checking', 'checkFailed', 'ready'];
/** The receiver may have it, and an answer is still to come. */
export const STATES_AWAITING_ANSWER: readonly string[] = ['sent', 'transmitted', 'receivedByCentre'];

/** Of a message: its answers leave to a user what became of it. */
export const STATES_TO_DECIDE: readonly string[] = ['needsDecision', 'conflict'];

export const isUnsent = (state: string): boolean => UNSENT_STATES.includes(state);
/** The receiver cannot have it. After a failed transport it may have: the fault came when the file was there. */
export const isNeverSent = (state: string): boolean => isUnsent(state) || state === 'cancelled';
export const awaitsAnswer = (state: string): boolean => STATES_AWAITING_ANSWER.includes(state);
