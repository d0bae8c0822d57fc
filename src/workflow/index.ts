/** The door of the workflow's parts that the case editor and the lists share. */
export { BatchWorkflowDialog } from './BatchWorkflowDialog.tsx';
export { DueText } from './DueText.tsx';
export { OverTime } from './OverTime.tsx';
export { RoutingDialog } from './RoutingDialog.tsx';
export { WorkflowChart } from './WorkflowChart.tsx';
export { WorkflowDrawing } from './WorkflowDrawing.tsx';
export { WorkflowSteps } from './WorkflowSteps.tsx';
export type { CaseWorkflow } from './workflow.types.ts';
