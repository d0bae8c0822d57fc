/** Records the cases of which a file of reports was fetched. */
import { distributionRecorder as createJob } from '../../cases/lifecycle/distributions.ts';

export { createJob };
