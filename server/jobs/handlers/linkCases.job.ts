/** Links stored cases again after a record that they may name got another name. */
import { caseLinker as createJob } from '../../cases/lifecycle/linkCases.ts';

export { createJob };
