/** All flows of the product: machines without a browser, a server or a clock of their own. */
import type { AnyStateMachine } from 'xstate';
import { acknowledgementSendingMachine } from './acknowledgement-sending/acknowledgementSending.machine.ts';
import { makeAiCodingMachine } from './ai-coding/aiCoding.machine.ts';
import { batchWorkflowMachine } from './batch-workflow/batchWorkflow.machine.ts';
import { bulkStatusMachine } from './bulk-status/bulkStatus.machine.ts';
import { caseImportMachine } from './case-import/caseImport.machine.ts';
import { caseQuestionMachine } from './case-question/caseQuestion.machine.ts';
import { caseStatusMachine } from './case-status/caseStatus.machine.ts';
import { connectionMachine } from './connection/connection.machine.ts';
import { makeDialogMachine } from './dialog/dialog.machine.ts';
import { dictionaryUpgradeMachine } from './dictionary-upgrade/dictionaryUpgrade.machine.ts';
import { makeEditorDialogsMachine } from './editor-dialogs/editorDialogs.machine.ts';
import { helpCenterMachine } from './help-center/helpCenter.machine.ts';
import { leaveGuardMachine } from './leave-guard/leaveGuard.machine.ts';
import { listExportMachine } from './list-export/listExport.machine.ts';
import { makeNoticePopupMachine } from './notice-popup/noticePopup.machine.ts';
import { pageLoadMachine } from './page-load/pageLoad.machine.ts';
import { recoveryMachine } from './recovery/recovery.machine.ts';
import { saveMachine } from './save/save.machine.ts';
import { senderChoiceMachine } from './sender-choice/senderChoice.machine.ts';
import { sessionMachine } from './session/session.machine.ts';
import { submissionBatchMachine } from './submission-batch/submissionBatch.machine.ts';
import { submissionMessageMachine } from './submission-message/submissionMessage.machine.ts';
import { syncRunMachine } from './sync-run/syncRun.machine.ts';
import { makeUploadMachine } from './upload/upload.machine.ts';
import { workflowRoutingMachine } from './workflow-routing/workflowRouting.machine.ts';

export * from './acknowledgement-sending/acknowledgementSending.machine.ts';
export * from './ai-coding/aiCoding.machine.ts';
export * from './batch-workflow/batchWorkflow.machine.ts';
export * from './bulk-status/bulkStatus.machine.ts';
export * from './case-import/caseImport.machine.ts';
export * from './case-question/caseQuestion.machine.ts';
export * from './case-status/caseStatus.machine.ts';
export * from './connection/connection.machine.ts';
export * from './dialog/dialog.machine.ts';
export * from './dictionary-upgrade/dictionaryUpgrade.machine.ts';
export * from './editor-dialogs/editorDialogs.machine.ts';
export * from './help-center/helpCenter.machine.ts';
export * from './leave-guard/leaveGuard.machine.ts';
export * from './list-export/listExport.machine.ts';
export * from './notice-popup/noticePopup.machine.ts';
export * from './page-load/pageLoad.machine.ts';
export * from './recovery/recovery.machine.ts';
export * from './save/save.machine.ts';
export * from './sender-choice/senderChoice.machine.ts';
export * from './session/session.machine.ts';
export * from './submission-batch/submissionBatch.machine.ts';
export * from './submission-message/submissionMessage.machine.ts';
export * from './sync-run/syncRun.machine.ts';
export * from './upload/upload.machine.ts';
export * from './workflow-routing/workflowRouting.machine.ts';

/** The machines by folder name; generic ones with arbitrary type arguments. */
export const MACHINES: Record<string, AnyStateMachine> = {
  'acknowledgement-sending': acknowledgementSendingMachine,
  'ai-coding': makeAiCodingMachine<unknown>(),
  'batch-workflow': batchWorkflowMachine,
  'bulk-status': bulkStatusMachine,
  'case-import': caseImportMachine,
  'case-question': caseQuestionMachine,
  'case-status': caseStatusMachine,
  connection: connectionMachine,
  dialog: makeDialogMachine<unknown, unknown>(),
  'dictionary-upgrade': dictionaryUpgradeMachine,
  'editor-dialogs': makeEditorDialogsMachine(),
  'help-center': helpCenterMachine,
  'leave-guard': leaveGuardMachine,
  'list-export': listExportMachine,
  'notice-popup': makeNoticePopupMachine(),
  'page-load': pageLoadMachine,
  recovery: recoveryMachine,
  save: saveMachine,
  'sender-choice': senderChoiceMachine,
  session: sessionMachine,
  'submission-batch': submissionBatchMachine,
  'submission-message': submissionMessageMachine,
  'sync-run': syncRunMachine,
  upload: makeUploadMachine(),
  'workflow-routing': workflowRoutingMachine,
};
