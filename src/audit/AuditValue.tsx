/** The change of an audit entry: the old value crossed out, then the new one, each with null flavor and notation. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from './audit.queries.ts';
import classes from './AuditValue.module.css';

type Side = Pick<AuditEntry, 'value' | 'nullFlavor' | 'notation' | 'properties'>;

const isEmpty = ({ value, nullFlavor, notation }: Side) => !value && !nullFlavor && !notation;

function OneSide({ side, inWords }: { side: Side; inWords: AuditValueProps['inWords'] }) {
  return (
    <>
      {side.value && inWords(side)}
      {side.nullFlavor && <span className={classes.nullFlavor}>{side.nullFlavor}</span>}
      {side.notation && <span className={classes.notation}>{side.notation}</span>}
    </>
  );
}

export interface AuditValueProps {
  entry: AuditEntry;
  /** the stored value of a side as people read it */
  inWords: (side: Side) => string;
}

export function AuditValue({ entry, inWords }: AuditValueProps) {
  const { t } = useTranslation('editor');
  const before: Side = {
    value: entry.oldValue,
    nullFlavor: entry.oldNullFlavor,
    notation: entry.oldNotation,
    properties: entry.oldProperties ?? null,
  };
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
