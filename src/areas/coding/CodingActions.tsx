/** What can be done with the chosen terms. */
import { Group } from '@mantine/core';
import { IconChecks, IconHistory, IconSparkles, IconTag, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseCodedTermKey } from '../../../shared/case/codedTermAddress.ts';
import { MAX_TERMS_AT_ONCE, type CodingMenu, type ListRow } from '../../../shared/contract/index.ts';
import { ItemAuditDialog } from '../../audit/index.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { GuardedButton } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import type { ListHandle } from '../../lists/index.ts';
import { ExactMatchesDialog } from './ExactMatchesDialog.tsx';
import { termLocation } from './termLocation.ts';
import { RecommendedCodesDialog } from './RecommendedCodesDialog.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';

export interface CodingActionsProps {
  menuId: CodingMenu;
  state: ListHandle;
  mayEdit: boolean;
  onCode: (row: ListRow) => void;
}

type Open = 'matches' | 'recommended' | 'review' | 'history';

export function CodingActions({ menuId, state, mayEdit, onCode }: CodingActionsProps) {
  const { t } = useTranslation('coding');
  const { selected, query, refresh } = state;
  const catalogue = useCatalogue(useRouteContext().appendix);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const [only] = selected;
  const one = selected.length === 1 ? null : t('chooseOne');
  const none = selected.length === 0 ? t('choose') : null;
  const tooMany = selected.length > MAX_TERMS_AT_ONCE ? t('tooMany', { count: MAX_TERMS_AT_ONCE }) : null;
  const unaided = selected.some(({ rowKey }) => !termLocation(rowKey, catalogue).item.coding?.recommended)
    ? t('recommended.never')
    : null;
  const uncoded = selected.some(({ cells }) => cells['code'] === undefined) ? t('uncoded') : null;
  return (
    <>
      <Group role="toolbar" aria-label={t('actions')} gap={6}>
        {mayEdit && (
          <>
            <GuardedButton
              variant="default"
              leftSection={<IconTag size={15} aria-hidden />}
              why={one}
              onClick={() => only && onCode(only)}
            >
              {t('code')}
            </GuardedButton>
            <GuardedButton
              variant="default"
              leftSection={<IconChecks size={15} aria-hidden />}
              why={tooMany}
              hint={t(none === null ? 'matches.ofChosen' : 'matches.ofAll')}
              onClick={() => setOpen('matches')}
            >
              {t('matches.open')}
            </GuardedButton>
            <GuardedButton
              variant="default"
              leftSection={<IconSparkles size={15} aria-hidden />}
              why={none ?? tooMany ?? unaided}
              onClick={() => setOpen('recommended')}
            >
              {t('recommended.open')}
            </GuardedButton>
            <GuardedButton
              variant="default"
              leftSection={<IconUserCheck size={15} aria-hidden />}
              why={none ?? tooMany ?? uncoded}
              onClick={() => setOpen('review')}
            >
              {t('review.open')}
            </GuardedButton>
          </>
        )}
        <GuardedButton
          variant="default"
          leftSection={<IconHistory size={15} aria-hidden />}
          why={one}
          onClick={() => setOpen('history')}
        >
          {t('history')}
        </GuardedButton>
      </Group>
      {open === 'matches' && (
        <ExactMatchesDialog
          {...{ menuId, query }}
          rowKeys={none === null ? selected.map(({ rowKey }) => rowKey) : null}
          onDone={refresh}
          onClose={close}
        />
      )}
      {open === 'recommended' && (
        <RecommendedCodesDialog {...{ menuId }} rows={selected} onDone={refresh} onClose={close} />
      )}
      {open === 'review' && <ReviewDialog {...{ menuId }} rows={selected} onDone={refresh} onClose={close} />}
      {open === 'history' && only && <History rowKey={only.rowKey} onClose={close} />}
    </>
  );
}

function History({ rowKey, onClose }: { rowKey: string; onClose: () => void }) {
  const { items } = useCatalogue(useRouteContext().appendix);
  const term = parseCodedTermKey(rowKey);
  if (!term) return null;
  const { caseKey, ...address } = term;
  return <ItemAuditDialog {...{ caseKey, address, onClose }} page={items[address.itemId]?.page ?? ''} />;
}
