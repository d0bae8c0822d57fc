/** Versions as they are named to users, wherever one is shown. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** The version with the number of its follow-up; the first one is the initial report. `t` of the namespace `status`. */
export const versionText = (t: TFunction<'status'>, versionNo: number): string =>
  versionNo === 1
    ? t('versions.one', { versionNo })
    : t('versions.followUp', { versionNo, followUpNo: versionNo - 1 });

/** The same for a component whose own texts are in another namespace. */
export function useVersionText(): (versionNo: number) => string {
  const { t } = useTranslation('status');
  return (versionNo) => versionText(t, versionNo);
}
