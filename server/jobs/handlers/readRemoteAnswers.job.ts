/** Asks receivers with a profile of their transport for answers. */
import { remoteAnswerReader as createJob } from '../../submissions/receiveAnswers.ts';

export { createJob };
