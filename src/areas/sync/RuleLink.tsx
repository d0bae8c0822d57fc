import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePathTo } from '../../app-context/routeContext.ts';
import { useMay } from '../../session/sessionStore.ts';
import { useSyncScope } from './useSyncScope.ts';

/** The rule that made a value, for users who may read rules; its name for others. */
export function RuleLink({
  rule: { itemId, targetSeqNo },
}: {
  rule: { itemId: string; targetSeqNo: number };
}) {
  const { t } = useTranslation('sync');
  const to = usePathTo();
  const { studyKey } = useSyncScope();
  const mayRead = useMay('READ.MAPPING', 'EDIT.MAPPING');
  const name = t('rule', { itemId, targetSeqNo });
  if (!mayRead) return <>{name}</>;
  const path = `study-list/${studyKey}/detail/mapping-rule/${encodeURIComponent(itemId)}/${targetSeqNo}/detail`;
  return <Link to={to(path)}>{name}</Link>;
}
