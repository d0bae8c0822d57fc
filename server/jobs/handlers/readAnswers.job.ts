/** Reads what receivers answered to submissions. */
import { answerReader as createJob } from '../../submissions/receiveAnswers.ts';

export { createJob };
