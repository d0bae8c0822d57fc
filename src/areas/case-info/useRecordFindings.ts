/** Findings of a page of a record, updated while it is edited: required items, dates, lengths. */
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Catalogue, CodeList } from '../../../schemas/compile/catalogue.types.ts';
import { findingsOf } from '../../../shared/rules/itemFindings.ts';
import { STANDARD } from '../../../shared/rules/receivers.ts';
import { userNow } from '../../clock/index.ts';
import type { Finding, PageSession } from '../../engine/index.ts';
import { editedContent } from './editedContent.ts';
import { recordQuery, type RecordContent, type RecordPageAddress } from './records.queries.ts';

/** How long nothing may be typed until the page is checked again. */
const PAUSE_MS = 120;

const NONE: readonly Finding[] = [];

export interface RecordFindingsInput {
  catalogue: Catalogue;
  session: PageSession;
  /** as the page was opened */
  content: RecordContent;
  /** has the content as it was read last */
  stored: QueryClient;
  address: RecordPageAddress;
  appendix: string;
}

/** None for a new record before anything is entered. */
export function useRecordFindings(input: RecordFindingsInput): readonly Finding[] {
  const { catalogue, session, content, stored, address, appendix } = input;
  const [findings, setFindings] = useState(NONE);
  const codeLists = useMemo(() => openLists(catalogue), [catalogue]);
  useEffect(() => {
    const check = () => {
      const edits = session.changes();
      const isEmpty = address.recordKey === 0 && edits.items.length + edits.rows.length === 0;
      const read = stored.getQueryData(recordQuery(address, appendix).queryKey) ?? content;
      const options = { receiver: STANDARD, codeLists, now: userNow().at };
      setFindings(isEmpty ? NONE : findingsOf(catalogue, editedContent(read, edits), options));
    };
    check();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = session.subscribeEdits(() => {
      clearTimeout(timer);
      timer = setTimeout(check, PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [catalogue, session, content, stored, address, appendix, codeLists]);
  return findings;
}

/** Codes are chosen from their list, and the server compares them with it. */
const openLists = ({ items }: Catalogue): Record<string, CodeList> =>
  Object.fromEntries(
    Object.values(items).flatMap(({ codeList }) =>
      codeList === null
        ? []
        : [[codeList, { codeList, codeSystem: null, cached: true, open: true, codes: [] }]],
    ),
  );
