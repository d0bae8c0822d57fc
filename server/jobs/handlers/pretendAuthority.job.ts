/** Answers submissions of a demo. */
import { pretendAuthority as createJob } from '../../submissions/pretend/pretendAuthority.ts';

export { createJob };
