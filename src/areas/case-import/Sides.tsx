/** Values of a message above those of the stored case, or of an earlier message; those that disagree are marked. */
import { useTranslation } from 'react-i18next';
import type { ImportMessage } from '../../../shared/contract/index.ts';
import { StatusBadge } from '../../components/index.ts';
import classes from './ImportPage.module.css';

export type Fact = Pick<ImportMessage['facts'][number], 'field' | 'label' | 'ours' | 'theirs' | 'match'> & {
  stays?: boolean;
};

interface SidesProps {
  facts: readonly Fact[];
  isLabelled: boolean;
  /** the earlier message of the import that has the other values; null: the stored case has them */
  targetSeq: number | null;
}

/** Values can agree, e.g. by their code, and have other words. */
const isSame = ({ ours, theirs, match }: Fact): boolean =>
  match === 'agree' && ours.length === theirs.length && ours.every((value) => theirs.includes(value));

export function Sides({ facts, isLabelled, targetSeq }: SidesProps) {
  const { t } = useTranslation('import');
  const sameAs = targetSeq === null ? t('sameAsStored') : t('sameAsMessage', { seq: targetSeq });
  const other = (value: string) =>
    targetSeq === null ? t('stored', { value }) : t('ofMessage', { seq: targetSeq, value });
  return (
    <ul className={classes.sides}>
      {facts
        .filter(({ ours, theirs }) => ours.length + theirs.length > 0)
        .map((fact) => (
          <li key={fact.field} data-match={fact.match}>
            {isLabelled && <span className={classes.label}>{fact.label} </span>}
            <span className={classes.value}>{fact.ours.length > 0 ? fact.ours.join('; ') : '–'}</span>
            {isSame(fact) && <span className={classes.label}> {sameAs}</span>}
            {fact.theirs.length > 0 && !isSame(fact) && (
              <span className={classes.stored}>
                {other(fact.theirs.join('; '))}{' '}
                {fact.match === 'disagree' && <StatusBadge tone="error">{t('differs')}</StatusBadge>}
                {fact.stays && <StatusBadge tone="info">{t('stays')}</StatusBadge>}
              </span>
            )}
          </li>
        ))}
    </ul>
  );
}
