/** Questions at fields of all cases; a row opens the case at the field. */
import { useTranslation } from 'react-i18next';
import { exportQuestions, listQuestions } from '../../../shared/contract/index.ts';
import { ListPage } from '../../lists/index.ts';

export function QuestionsPage() {
  const { t } = useTranslation('questions');
  return (
    <ListPage
      menuId="MU-CS-QN"
      call={listQuestions}
      exportCall={exportQuestions}
      path="case/question/list"
      label={t('title')}
      empty={t('none')}
    />
  );
}
