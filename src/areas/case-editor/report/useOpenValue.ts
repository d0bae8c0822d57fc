/** Leads from a place in a report to the field of its value. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { pathIn, useRouteContext } from '../../../app-context/routeContext.ts';
import { showInfo } from '../../../components/index.ts';
import { useCaseRoute } from '../caseRoute.ts';
import { atMoment } from '../history/momentAddress.ts';

/**
 * `shown` is the catalogue of the region on the screen, `whole` that of all regions. `saveNo` is the moment whose form is
 * opened; null: the current one.
 */
export function useOpenValue(
  shown: Catalogue,
  whole: Catalogue | null,
  saveNo: number | null = null,
): (address: ItemAddress) => void {
  const { t } = useTranslation('report');
  const navigate = useNavigate();
  const context = useRouteContext();
  const { pathOf, to } = useCaseRoute();
  return (address) => {
    const catalogue = whole ?? shown;
    const item = catalogue.items[address.itemId];
    const current = pathOf(catalogue, address);
    if (!item || current === null) return showInfo(t('noField'));
    const path = saveNo === null ? current : atMoment(current, saveNo);
    const isShown = shown.items[address.itemId] !== undefined;
    void navigate(isShown ? to(path) : pathIn({ ...context, appendix: item.appendix ?? '' }, path));
  };
}
