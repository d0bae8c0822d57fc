/** Codes of the key words that the attention lines of E2B(R3) acknowledgements begin with. */

/** when the answered message was created, ACK.B.r.5 */
export const MESSAGE_TIME = '1';
/** when the answered batch was sent, ACK.A.3 */
export const BATCH_TIME = '3';

/** The same as a word, in the draft of 2011. */
export const BATCH_TIME_2011 = 'dateOfIcsrBatchTransmission';
