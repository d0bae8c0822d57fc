/** Where a record is used: read before it is deleted or retired. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingArea } from '../../components/index.ts';
import { Notice } from '../../feedback/Notice.tsx';
import { failureText } from '../../feedback/showFailure.ts';
import { usesQuery, type RecordAddress } from './records.queries.ts';

export function RecordUses({ address }: { address: RecordAddress }) {
  const { t } = useTranslation('caseInfo');
  const uses = useQuery(usesQuery(address));
  if (uses.isError) return <Notice tone="error">{failureText(uses.error)}</Notice>;
  if (!uses.data) return <LoadingArea label={t('uses.looking')} />;
  const { cases, users } = uses.data;
  if (cases.total + users.total === 0) return <Notice tone="success">{t('uses.none')}</Notice>;
  const named = (names: readonly string[], total: number) =>
    names.join(', ') + (total > names.length ? ' …' : '');
  return (
    <Notice tone="warning">
      {cases.total > 0 && (
        <div>
          {t('uses.cases', {
            count: cases.total,
            names: named(
              cases.some.map(({ caseNo }) => caseNo),
              cases.total,
            ),
          })}
        </div>
      )}
      {users.total > 0 && (
        <div>
          {t('uses.users', {
            count: users.total,
            names: named(
              users.some.map(({ userName }) => userName),
              users.total,
            ),
          })}
        </div>
      )}
    </Notice>
  );
}
