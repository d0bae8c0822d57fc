/** Finds items and actions of the open page, pages of the product, and cases. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { decideRoute } from '../../../shared/access/decideRoute.ts';
import { ROUTES, shortPath } from '../../../shared/access/routes.ts';
import { ALL_CASES_VIEW, listCases } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { entriesOfPage, hasWords, type PaletteEntry } from '../../app-context/palette.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { visitorOf } from '../../app-context/routeData.ts';
import { FindDialog } from '../../components/index.ts';
import { useMay, useSession } from '../../session/sessionStore.ts';

const PAUSE_MS = 250;
const MAX_CASES = 6;
/** Shorter texts are in most cases. */
const MIN_LENGTH = 2;

export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('frame');
  const [text, setText] = useState('');
  const pages = usePages();
  const { cases, isSearching } = useCases(text.trim());
  const options: readonly PaletteEntry[] = [
    ...entriesOfPage(text),
    ...pages.filter(({ label, detail }) => hasWords(`${label} ${detail}`, text)),
    ...cases,
  ];
  return (
    <FindDialog
      title={t('palette.title')}
      label={t('palette.label')}
      hint={t('palette.hint')}
      text={text}
      onText={setText}
      options={options}
      isSearching={isSearching}
      onChoose={({ run }) => {
        // the dialog has given the focus back before what was chosen takes it
        flushSync(onClose);
        run();
      }}
      onClose={onClose}
    />
  );
}

/** The pages that the user may open, by their titles. */
function usePages(): PaletteEntry[] {
  const { t } = useTranslation(['frame', 'pages']);
  const { appendix, isAdmin } = useRouteContext();
  const visitor = visitorOf(useSession());
  const navigate = useNavigate();
  const to = usePathTo();
  return ROUTES.filter(
    (route) =>
      route.isAdmin === isAdmin &&
      (route.tab || route.name === 'Home') &&
      decideRoute(route, visitor, appendix).kind === 'allow',
  ).map((route) => ({
    key: route.name,
    mark: t('palette.page'),
    label: t(`pages:titles.${route.title}`),
    detail: t(`menu.items.${route.depth1}`),
    why: null,
    run: () => void navigate(to(shortPath(route))),
  }));
}

/** Cases by number, patient, product or term; whatever the list of cases is filtered by. */
function useCases(text: string): { cases: PaletteEntry[]; isSearching: boolean } {
  const { t } = useTranslation('frame');
  const { sponsorKey, isAdmin } = useRouteContext();
  const mayRead = useMay('READ.CASE', 'EDIT.CASE');
  const navigate = useNavigate();
  const to = usePathTo();
  const [keyword] = useDebouncedValue(text, PAUSE_MS);
  const isSearched = mayRead && !isAdmin && keyword.length >= MIN_LENGTH;
  const found = useQuery({
    queryKey: ['palette', sponsorKey, keyword],
    queryFn: ({ signal }) =>
      call(listCases, {
        query: { keyword, view: ALL_CASES_VIEW, pageNo: 1, rowCount: MAX_CASES },
        signal,
      }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { ownFailure: true },
  });
  const rows = isSearched && keyword === text ? (found.data?.listInfo ?? []) : [];
  return {
    isSearching: isSearched && found.isFetching,
    cases: rows.map(({ rowKey, name, link, cells }) => ({
      key: `case ${rowKey}`,
      mark: t('palette.case'),
      label: name,
      detail: [cells['patientName'], cells['productName'], cells['aeTerm']].filter(Boolean).join(' · '),
      why: null,
      run: () => void navigate(to(link ?? `case/${rowKey}/detail`)),
    })),
  };
}
