/** What is kept of a message that was read. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { ConversionNote } from '../../shared/e2b/index.ts';
import type { MessageDetails } from '../../shared/import/import.types.ts';
import { receivedEnvelope } from '../messages/envelope.ts';
import { identityOf } from './knownCase.ts';
import type { NewMessage } from './importRun.store.ts';
import type { MessageChecker } from './messageChecker.ts';
import type { ReceivedMessage } from './receivedMessage.ts';

/** Of a stored message, what follows from the message itself. */
export type MessageResult = Pick<
  NewMessage,
  'message_no' | 'message_number' | 'sent_at' | 'case_number' | 'errors' | 'warnings' | 'details' | 'printed'
>;

/** `content`: what is checked, the rows of a follow-up under the numbers of the case. */
export function messageResult(
  { catalogue, findingsOf }: MessageChecker,
  message: ReceivedMessage,
  content: CaseContent,
): MessageResult {
  const { messageNumber, messageSentAt } = receivedEnvelope(catalogue, message.content);
  const cells = message.sheet?.findings ?? [];
  // a case that is read in part lacks what it may have
  const findings = cells.length > 0 ? { findings: [], blindedFindings: [] } : findingsOf(content);
  const count = (severity: string): number =>
    findings.findings.filter((finding) => finding.severity === severity).length;
  const details: MessageDetails = {
    ...findings,
    residue: message.residueLines,
    notes: message.notes.map(shortened),
    cells,
  };
  return {
    message_no: message.number,
    message_number: messageNumber,
    sent_at: messageSentAt,
    case_number: identityOf(catalogue, message.content).caseNumber ?? (message.sheet?.name || null),
    errors: count('error'),
    warnings: count('warning'),
    details: JSON.stringify(details),
    printed: message.printed ? JSON.stringify(message.printed) : null,
  };
}

/** Characters of a value that a note repeats. */
const MAX_SHOWN = 300;

const shortened = (note: ConversionNote): ConversionNote => ({
  ...note,
  before: note.before.slice(0, MAX_SHOWN),
  after: note.after.slice(0, MAX_SHOWN),
});
