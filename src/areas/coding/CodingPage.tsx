/** Terms of all cases that a dictionary codes: to be coded, coded, reviewed. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  CODING_MENUS,
  exportCoding,
  listCoding,
  type CodingMenu,
  type ListRow,
} from '../../../shared/contract/index.ts';
import { PageHeader } from '../../components/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { useRoute } from '../../app-context/routeData.ts';
import { List, type Cells } from '../../lists/index.ts';
import { useMay } from '../../session/sessionStore.ts';
import { CodingActions } from './CodingActions.tsx';
import classes from './coding.module.css';
import { CompareDialog } from './CompareDialog.tsx';
import { useCodeTerm } from './useCodeTerm.ts';

/** The list that the route shows; each of its routes names one as its page. */
function useCodingMenu(): CodingMenu {
  const pageId = useRoute()?.pageId;
  const menuId = CODING_MENUS.find((menu) => menu === pageId);
  if (menuId === undefined) throw new Error(`no coding list belongs to page ${pageId}`);
  return menuId;
}

export function CodingPage() {
  const menuId = useCodingMenu();
  // Another list starts with fresh state.
  return <CodingList key={menuId} menuId={menuId} />;
}

function CodingList({ menuId }: { menuId: CodingMenu }) {
  const { t } = useTranslation(['coding', 'pages']);
  const route = useRoute();
  const mayEdit = useMay('EDIT.CASE');
  const code = useCodeTerm(menuId);
  const [comparing, setComparing] = useState(false);
  const cells = useCaseLinks();
  const title = route ? t(`pages:titles.${route.title}`) : '';
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        actions={
          <Button variant="default" onClick={() => setComparing(true)}>
            {t('compare.open')}
          </Button>
        }
      />
      {mayEdit && <p className={classes.hint}>{t('hint')}</p>}
      <List
        menuId={menuId}
        params={{ menuId }}
        call={listCoding}
        exportCall={exportCoding}
        label={title}
        path={route?.path.replace(/\/:.*$/, '')}
        searchLabel={t('search')}
        empty={t('none')}
        selectable
        cells={cells}
        onOpen={mayEdit ? code : undefined}
        actions={(state) => <CodingActions {...{ menuId, state, mayEdit }} onCode={code} />}
      />
      {comparing && <CompareDialog menuId={menuId} onClose={() => setComparing(false)} />}
    </div>
  );
}

/** The number of a case leads to the item in it. */
function useCaseLinks(): Cells {
  const to = usePathTo();
  const base = to('');
  return useMemo(
    () => ({
      caseNo: ({ cells, link }: ListRow) =>
        link === null ? cells['caseNo'] : <Link to={`${base}${link}`}>{cells['caseNo']}</Link>,
    }),
    [base],
  );
}
