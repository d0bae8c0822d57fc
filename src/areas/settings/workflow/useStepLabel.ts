import { useTranslation } from 'react-i18next';
import { LABEL_LANGUAGES, type EditedStep } from '../../../../shared/workflow/planEdit.ts';

/** Names a step in the user's language as it will be shown: an empty name is the English one, a new step has none yet. */
export function useStepLabel(): (step: Pick<EditedStep, 'name'>) => string {
  const { t, i18n } = useTranslation('settings');
  const language = LABEL_LANGUAGES.find((one) => one === i18n.language) ?? 'en';
  return ({ name }) => name[language].trim() || name.en.trim() || t('workflow.newStep');
}
