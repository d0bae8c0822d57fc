/** The first code that is recommended for each of the chosen terms; those that are certain are ticked. Asked once more. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sponsorVersion } from '../../../shared/coding/sponsorVersion.ts';
import type { CodingMenu, ListRow } from '../../../shared/contract/index.ts';
import { confirmUpdate, reasonText, scoreText } from '../../ai-coding/index.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { useSession } from '../../session/sessionStore.ts';
import { codedWithQuery, releasesQuery, type OfferedCodes } from './coding.queries.ts';
import { OfferedCodesDialog } from './OfferedCodesDialog.tsx';
import { recommendedQuery, type RecommendedTerm } from './recommended.queries.ts';

export interface RecommendedCodesDialogProps {
  menuId: CodingMenu;
  rows: readonly ListRow[];
  onDone: () => Promise<void>;
  onClose: () => void;
}

const isDoubtful = ({ safe }: RecommendedTerm): boolean => !safe;

export function RecommendedCodesDialog({ menuId, rows, onDone, onClose }: RecommendedCodesDialogProps) {
  const { t } = useTranslation(['aiCoding', 'coding']);
  const { sponsorKey, sessionSenderKey, language, appendix } = useRouteContext();
  const { items, pages } = useCatalogue(appendix);
  const releases = useQuery(releasesQuery(`${sponsorKey}/${sessionSenderKey}/${language}`)).data?.listInfo;
  const { dictionary } = useQuery(codedWithQuery(menuId)).data ?? {};
  const why = useCallback(
    (code: RecommendedTerm) => `${scoreText(code, t)} · ${reasonText(code.reason, language, t)}`,
    [language, t],
  );
  const session = useSession();
  const activeVersion = (of: string): string | null =>
    releases?.find((one) => one.dictionary === of)?.releases.find(({ state }) => state === 'active')
      ?.version ?? null;
  const inUse = (of: string): string | null => sponsorVersion(session, of) ?? activeVersion(of);
  const confirm = (chosen: readonly RecommendedTerm[], offered: OfferedCodes<RecommendedTerm>) =>
    confirmUpdate({
      dictionary: dictionary ?? '',
      element: [...new Set(chosen.map(({ reported }) => reported))].join(', '),
      versionOf: (of) => (of === dictionary ? offered.version : inUse(of)),
      choices: chosen.map(({ recommendationKey, code }) => ({ recommendationKey, code })),
    });
  // the choice in the list may change under the dialog: what was asked stays
  const [request] = useState(rows);
  const [looked, setLooked] = useState(0);
  const offered = useQuery(recommendedQuery({ dictionary, items, pages }, request, setLooked));
  return (
    <OfferedCodesDialog
      title={t('coding:recommended.title')}
      looking={t('coding:recommended.looking', { done: looked, terms: request.length })}
      percent={(100 * looked) / request.length}
      found={(count, terms) => t('coding:recommended.found', { count, terms })}
      {...{ offered, why, isDoubtful, confirm, onDone, onClose }}
    />
  );
}
