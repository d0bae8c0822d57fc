/** Reads what mail servers report of mails that were sent. */
import { deliveryReportReader as createJob } from '../../mail/readDeliveryReports.ts';

export { createJob };
