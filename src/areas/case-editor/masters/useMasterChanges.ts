/** The changed records of the open page, kept up to date with its edits. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { UserItemRights } from '../../../../shared/access/userItemRights.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { listCaseMasters } from '../../../../shared/contract/index.ts';
import { sameInAll } from '../../../../shared/text/sameInAll.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { pathOfRow, type Finding, type PageSession } from '../../../engine/index.ts';
import { useComputed } from '../marks/useComputed.ts';
import { masterChanges, offeringItems, type CaseMaster, type MasterChange } from './masterChanges.ts';

const mastersQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'masters'],
    queryFn: ({ signal }) => call(listCaseMasters, { params: { caseKey }, signal }),
    // another user may change a record at any time
    staleTime: 0,
    meta: { ownFailure: true },
  });

/** The mark of a value whose record was changed; explained by where the value came from. */
export const MASTER_CHANGED = 'master.changed';

const NONE: readonly CaseMaster[] = [];

export function useMasterChanges(
  caseKey: number,
  catalogue: Catalogue,
  rights: UserItemRights,
  session: PageSession,
): { changes: readonly MasterChange[]; marks: readonly Finding[] } {
  const { t } = useTranslation('masters');
  const offering = useMemo(() => offeringItems(catalogue, session.page), [catalogue, session.page]);
  const { data } = useQuery({ ...mastersQuery(caseKey), enabled: offering.length > 0 });
  const masters = data?.listInfo ?? NONE;
  const compute = useCallback(
    () => masterChanges(catalogue, rights, offering, session, masters),
    [catalogue, rights, offering, session, masters],
  );
  const changes = useComputed(session.subscribeEdits, compute);
  const marks = useMemo(
    () =>
      changes.flatMap(({ master, filledBy, differences }) =>
        differences.flatMap(({ itemId, place }): Finding[] => {
          // a row that would be added has no field yet
          if (place?.row === null) return [];
          const text = t('changed.mark', { name: master.name, version: filledBy, now: master.version });
          return [
            {
              ...addressAt(itemId, place ? pathOfRow(session.rootPath, place.row) : session.rootPath),
              ruleId: MASTER_CHANGED,
              severity: 'info',
              message: sameInAll(text),
            },
          ];
        }),
      ),
    [changes, session.rootPath, t],
  );
  return { changes, marks };
}
