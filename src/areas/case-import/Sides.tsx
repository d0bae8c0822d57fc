/** Values of a message above those of the stored case; those that disagree are marked. */
import { useTranslation } from 'react-i18next';
import type { ImportMessage } from '../../../shared/contract/index.ts';
import { StatusBadge } from '../../components/index.ts';
import classes from './ImportPage.module.css';

export type Fact = Pick<ImportMessage['facts'][number], 'field' | 'label' | 'ours' | 'theirs' | 'match'> & {
  stays?: boolean;
};

export function Sides({ facts, isLabelled }: { facts: readonly Fact[]; isLabelled: boolean }) {
  const { t } = useTranslation('import');
  return (
    <ul className={classes.sides}>
      {facts
        .filter(({ ours, theirs }) => ours.length + theirs.length > 0)
        .map(({ field, label, ours, theirs, match, stays }) => (
          <li key={field} data-match={match}>
            {isLabelled && <span className={classes.label}>{label} </span>}
            <span className={classes.value}>{ours.length > 0 ? ours.join('; ') : '–'}</span>
            {match === 'agree' && <span className={classes.label}> {t('sameAsStored')}</span>}
            {theirs.length > 0 && match !== 'agree' && (
              <span className={classes.stored}>
                {t('stored', { value: theirs.join('; ') })}{' '}
                {match === 'disagree' && <StatusBadge tone="error">{t('differs')}</StatusBadge>}
                {stays && <StatusBadge tone="info">{t('stays')}</StatusBadge>}
              </span>
            )}
          </li>
        ))}
    </ul>
  );
}
