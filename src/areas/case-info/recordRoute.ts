/** Addresses of records. */
import { useParams, useSearchParams } from 'react-router-dom';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import { useRouteContext, usePathTo } from '../../app-context/routeContext.ts';
import { useRoute } from '../../app-context/routeData.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';

/** Part of the address that names a page of the record, its audit trail, or where it is used. */
const PAGE = 'page';
export const AUDIT = 'AT';
export const USES = 'US';

export const listPath = (kind: string): string => `caseinfo/${kind}/list`;

export const recordPath = (kind: string, recordKey: number, page?: string): string =>
  `caseinfo/${kind}/${recordKey}/detail${page === undefined ? '' : `?${PAGE}=${page}`}`;

/** The kind that the address names; undefined if no schema files describe it. */
export function useRecordKind(): RecordKind | undefined {
  const { appendix } = useRouteContext();
  const { records } = useCatalogue(appendix);
  const name = /^caseinfo\/([a-z]+)/.exec(useRoute()?.path ?? '')?.[1] ?? '';
  return records[name];
}

/** Key and page of the record that the address names. */
export function useRecordRoute(kind: RecordKind) {
  const params = useParams();
  const [search] = useSearchParams();
  const to = usePathTo();
  const key = Object.entries(params).find(([name]) => name.endsWith('Key') && !CONTEXT.has(name))?.[1];
  const first = kind.catalogue.pageOrder[0] ?? '';
  return {
    recordKey: Number(key),
    page: search.get(PAGE) ?? first,
    toRecord: (recordKey: number, page?: string) => to(recordPath(kind.kind, recordKey, page)),
    toList: to(listPath(kind.kind)),
  };
}

/** Keys of every address. */
const CONTEXT = new Set(['sponsorKey', 'sessionSenderKey']);
