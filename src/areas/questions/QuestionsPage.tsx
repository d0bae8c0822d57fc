/** Questions at fields of all cases; a row opens the case at the field. */
import { useTranslation } from 'react-i18next';
import { exportQuestions, listQuestions } from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { List } from '../../lists/index.ts';
import classes from './questions.module.css';

export function QuestionsPage() {
  const { t } = useTranslation('questions');
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <List
        menuId="MU-CS-QN"
        call={listQuestions}
        exportCall={exportQuestions}
        path="case/question/list"
        label={t('title')}
        empty={t('none')}
      />
    </div>
  );
}
