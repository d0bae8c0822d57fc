import { useTranslation } from 'react-i18next';
import { privilegeName } from '../../shared/access/privilegeNames.ts';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import { DEFAULT_LANGUAGE, isLanguage } from '../i18n/index.ts';

/** A privilege in words: `Submission: Edit`. */
export function usePrivilegeName(): (privilege: PrivilegeId) => string {
  const { language } = useTranslation().i18n;
  return (privilege) => privilegeName(privilege, isLanguage(language) ? language : DEFAULT_LANGUAGE);
}
