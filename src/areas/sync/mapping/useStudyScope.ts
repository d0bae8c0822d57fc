import { useParams } from 'react-router-dom';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import type { StudyScope } from './mapping.queries.ts';

/** The study that the address names. */
export function useStudyScope(): StudyScope {
  const { sponsorKey } = useRouteContext();
  return { sponsorKey, studyKey: Number(useParams()['studyKey']) };
}

export const rulesPath = (studyKey: number): string => `study-list/${studyKey}/detail/mapping-rule/list`;

export const rulePath = (studyKey: number, itemId: string, targetSeqNo: number): string =>
  `study-list/${studyKey}/detail/mapping-rule/${encodeURIComponent(itemId)}/${targetSeqNo}/detail`;

export const sourcesPath = (studyKey: number, itemId: string): string =>
  `study-list/${studyKey}/detail/mapping-rule/summary/list/${encodeURIComponent(itemId)}`;
