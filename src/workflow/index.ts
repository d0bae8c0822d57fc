/** The door of the workflow's parts that the case editor and the lists share. */
export { BatchWorkflowDialog, type BatchWorkflowDialogProps } from './BatchWorkflowDialog.tsx';
export { DueText } from './DueText.tsx';
export { RoutingDialog, type RoutingDialogProps } from './RoutingDialog.tsx';
export { WorkflowChart } from './WorkflowChart.tsx';
export { WorkflowSteps } from './WorkflowSteps.tsx';
export type { CaseWorkflow, Step } from './workflow.types.ts';
