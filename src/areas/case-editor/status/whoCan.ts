/** Names of the users who can make a read-only case editable again. */
import type { TFunction } from 'i18next';
import type { PageContent } from '../page.queries.ts';

const MAY = {
  deleted: 'mayRestore',
  rowDeleted: 'mayRestore',
  locked: 'mayUnlock',
  stepClosed: 'mayRoute',
  noPrivilege: 'mayEdit',
  superseded: 'mayEdit',
} as const;

/** A sentence with their names; null where no one can. `t` of the namespace `status`. */
export function whoCan(
  t: TFunction<'status'>,
  { readOnly, readOnlyDetail }: Pick<PageContent, 'readOnly' | 'readOnlyDetail'>,
): string | null {
  const { names = [], more = 0 } = readOnlyDetail?.whoMay ?? {};
  if (readOnly === null || names.length === 0) return null;
  const listed = names.join(', ');
  return t(MAY[readOnly], { names: more > 0 ? t('namesAndMore', { names: listed, more }) : listed });
}
