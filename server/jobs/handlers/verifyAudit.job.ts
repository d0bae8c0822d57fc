/** Verifies the audit trails of a sponsor, or the anchor file. */
import { auditVerifier as createJob } from '../../audit/verifyAudit.ts';

export { createJob };
