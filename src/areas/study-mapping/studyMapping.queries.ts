/** What the pages of the study mapping read, and their addresses. */
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { readCompanySources } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';

/** Part of the address: studies are numbered within their sponsor. */
const SPONSOR = 'sponsor';

export const companyPath = (companyKey: number): string => `company/${companyKey}/property`;
export const listPath = (companyKey: number): string => `company/${companyKey}/study-mapping/list`;
/** Key 0 is a study that is not chosen yet. */
export const mappingPath = (companyKey: number, studyKey: number, ofSponsor: number): string =>
  `company/${companyKey}/study-mapping/${studyKey}/detail?${SPONSOR}=${ofSponsor}`;

export function useMappingRoute() {
  const { sponsorKey } = useRouteContext();
  const params = useParams();
  const [search] = useSearchParams();
  return {
    sponsorKey,
    companyKey: Number(params['companyKey']),
    studyKey: Number(params['studyKey'] ?? 0),
    ofSponsor: Number(search.get(SPONSOR) ?? 0),
  };
}

export const useCompanySources = ({ sponsorKey, companyKey }: { sponsorKey: number; companyKey: number }) =>
  useQuery({
    queryKey: ['company-sources', companyKey],
    queryFn: ({ signal }) => call(readCompanySources, { params: { sponsorKey, companyKey }, signal }),
    gcTime: 0,
  });
