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
export const ACCOUNT = 'AC';
/** How batches reach a receiver. */
export const TRANSPORT = 'TR';
/** The users of a company, which have an address of their own. */
export const MEMBERS = 'ME';
const MEMBERS_PATH = 'user/list';
/** The study mapping of a company, which is a page of its own. */
export const MAPPING = 'SM';
const MAPPING_PATH = 'study-mapping/list';

type OfKind = Pick<RecordKind, 'path' | 'detail'>;

export const listPath = ({ path }: Pick<RecordKind, 'path'>): string => `${path}/list`;

export const membersPath = ({ path }: OfKind, recordKey: number): string =>
  `${path}/${recordKey}/${MEMBERS_PATH}`;

const mappingPath = ({ path }: OfKind, recordKey: number): string => `${path}/${recordKey}/${MAPPING_PATH}`;

export const recordPath = ({ path, detail }: OfKind, recordKey: number, page?: string): string =>
  `${path}/${recordKey}/${detail}${page === undefined ? '' : `?${PAGE}=${page}`}`;

/** The kind that the address names; undefined if no schema files describe it. */
export function useRecordKind(): RecordKind | undefined {
  const { appendix } = useRouteContext();
  const { records } = useCatalogue(appendix);
  const route = useRoute()?.path ?? '';
  return Object.values(records).find(({ path }) => route.startsWith(`${path}/`));
}

/** Key and page of the record that the address names. */
export function useRecordRoute(kind: RecordKind) {
  const params = useParams();
  const [search] = useSearchParams();
  const to = usePathTo();
  const key = Object.entries(params).find(([name]) => name.endsWith('Key') && !CONTEXT.has(name))?.[1];
  const first = kind.catalogue.pageOrder[0] ?? '';
  const isOfMembers = useRoute()?.path.includes(`/${MEMBERS_PATH}`) ?? false;
  return {
    recordKey: Number(key),
    page: isOfMembers ? MEMBERS : (search.get(PAGE) ?? first),
    toRecord: (recordKey: number, page?: string) =>
      to(
        page === MEMBERS
          ? membersPath(kind, recordKey)
          : page === MAPPING
            ? mappingPath(kind, recordKey)
            : recordPath(kind, recordKey, page),
      ),
    toList: to(listPath(kind)),
  };
}

/** Keys of every address. */
const CONTEXT = new Set(['sponsorKey', 'sessionSenderKey']);
