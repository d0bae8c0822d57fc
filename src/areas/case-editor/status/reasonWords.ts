/** Ready reasons are stored as the audit trail knows them; people read them in their language. */
import type { TFunction } from 'i18next';
import { OVERRIDE_REASONS, ROW_REASONS, STATUS_REASONS } from '../../../../machines/case-status/reasons.ts';

/** of versions that were made without a person giving a reason */
const OF_VERSIONS = ['Follow-up', 'Initial Data'];
const READY = new Set([
  ...Object.values(STATUS_REASONS).flat(),
  ...Object.values(ROW_REASONS).flat(),
  ...OVERRIDE_REASONS,
  ...OF_VERSIONS,
]);

/** The label of a predefined reason; a free text stays as it is. `t` of the namespace `status`. */
export const reasonWords = (t: TFunction<'status'>, reason: string): string =>
  READY.has(reason) ? t(`reasons.${reason}`) : reason;
