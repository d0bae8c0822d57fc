/** What a user fills in to mail a report, and whether it can be sent. */
import { isFilePassword } from '../../../../shared/mail/filePassword.ts';
import { hasParties, XML, type ReportChoice } from '../../../reports/reportChoice.ts';

export interface Letter {
  choice: ReportChoice;
  addresses: string[];
  /** an address that is typed and not added yet */
  typed: string;
  content: string;
  /** null: N/A */
  password: string | null;
}

/** Everything that specification 2 section 5 requires; what is typed is no consignee, and would be left out in silence. */
export const isComplete = ({ choice, addresses, typed, password }: Letter, needsSender: boolean): boolean =>
  choice.reportId !== null &&
  (choice.reportId !== XML || hasParties(choice, needsSender)) &&
  addresses.length > 0 &&
  typed.trim() === '' &&
  password !== '' &&
  isFilePassword(password ?? '');
