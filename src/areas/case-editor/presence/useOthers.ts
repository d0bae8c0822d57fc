/** What others do on the open page: where they are in it, and what they saved, which is read and shown. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressKey } from '../../../../shared/case/itemAddress.ts';
import { showInfo } from '../../../components/index.ts';
import type { PageSession, PersonMark } from '../../../engine/index.ts';
import { contentQuery, type PageAddress } from '../page.queries.ts';
import { usePresence, type Presence } from './usePresence.tsx';

export interface OthersInput {
  session: PageSession;
  pageAddress: PageAddress;
  appendix: string;
  /** a save is under way: what it gives is read afterwards anyway */
  saving: boolean;
}

const markOf = ({ userName, at: _, ...address }: Presence['changes'][number]): PersonMark => ({
  ...address,
  name: userName,
  what: 'changed',
});

/**
 * Takes what others saved into the page: untouched items follow, changed ones stay and are marked. Answers the marks
 * of the form.
 */
export function useOthers({ session, pageAddress, appendix, saving }: OthersInput): readonly PersonMark[] {
  const { t } = useTranslation('presence');
  const queries = useQueryClient();
  const { others, retrievedAt, changes } = usePresence();
  const [changed, setChanged] = useState<readonly PersonMark[]>([]);
  const reading = useRef(false);

  useEffect(() => {
    const known = session.retrievedAt();
    const isNews = known !== null && retrievedAt > known;
    if (!isNews || saving || reading.current || pageAddress.rowNo === 0) return;
    reading.current = true;
    const names = [...new Set(changes.map(({ userName }) => userName))].join(', ');
    const read = async () => {
      session.receiveRemote(
        await queries.fetchQuery({ ...contentQuery(pageAddress, appendix), staleTime: 0 }),
      );
      setChanged((before) => [...before, ...changes.map(markOf)]);
      if (names) showInfo(t('refreshed', { names }));
    };
    read()
      .catch((error: unknown) => console.warn('what others saved could not be read', error))
      .finally(() => {
        reading.current = false;
      });
  }, [session, pageAddress, appendix, saving, queries, retrievedAt, changes, t]);

  return useMemo(() => {
    const here = others.flatMap(({ userName, page, rowNo, item }): PersonMark[] =>
      item && page === pageAddress.page && rowNo === pageAddress.rowNo
        ? [{ ...item, name: userName, what: 'here' }]
        : [],
    );
    const newest = new Map(changed.map((mark) => [`${addressKey(mark)} ${mark.name}`, mark]));
    return [...here, ...newest.values()];
  }, [others, changed, pageAddress]);
}
