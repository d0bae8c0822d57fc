import type { DataOf, readWorkflow } from '../../shared/contract/index.ts';

/** The workflow of a case, as the server answers it. */
export type CaseWorkflow = DataOf<typeof readWorkflow>;
export type Step = CaseWorkflow['steps'][number];
