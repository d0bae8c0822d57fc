/** The change of an audit entry: the old value crossed out, then the new one, each with null flavor and notation. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from './audit.queries.ts';
import classes from './AuditValue.module.css';

interface Side {
  value: string | null;
  nullFlavor: string | null;
  notation: string | null;
}

const isEmpty = ({ value, nullFlavor, notation }: Side) => !value && !nullFlavor && !notation;

function OneSide({ side, inWords }: { side: Side; inWords: (value: string) => string }) {
  return (
    <>
      {side.value && inWords(side.value)}
      {side.nullFlavor && <span className={classes.nullFlavor}>{side.nullFlavor}</span>}
      {side.notation && <span className={classes.notation}>{side.notation}</span>}
    </>
  );
}

export interface AuditValueProps {
  entry: AuditEntry;
  /** a stored value as people read it */
  inWords: (value: string) => string;
}

export function AuditValue({ entry, inWords }: AuditValueProps) {
  const { t } = useTranslation('editor');
  const before = { value: entry.oldValue, nullFlavor: entry.oldNullFlavor, notation: entry.oldNotation };
  return (
    <span className={classes.values}>
      {!isEmpty(before) && (
        <del>
          <VisuallyHidden>{t('audit.before')} </VisuallyHidden>
          <OneSide side={before} inWords={inWords} />
        </del>
      )}
      {isEmpty(entry) ? (
        !isEmpty(before) && <em>{t('audit.emptied')}</em>
      ) : (
        <ins>
          <VisuallyHidden>{t('audit.after')} </VisuallyHidden>
          <OneSide side={entry} inWords={inWords} />
        </ins>
      )}
    </span>
  );
}
