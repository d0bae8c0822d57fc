/** What the page of agreement reads. */
import { queryOptions } from '@tanstack/react-query';
import { listCodedTwice, readCodingAgreement } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';

/** What is compared; empty texts: everything. */
export interface Meant {
  dictionary: string;
  /** CCYYMMDD */
  from: string;
  to: string;
}

/** The period as calls take it. */
export const periodOf = ({ from, to }: Meant) => ({ ...(from && { from }), ...(to && { to }) });

export const codedTwiceQuery = (scope: string) =>
  queryOptions({
    queryKey: ['coding', 'agreement', scope],
    queryFn: ({ signal }) => call(listCodedTwice, { signal }),
    meta: { ownFailure: true },
  });

export const agreementQuery = (scope: string, meant: Meant) =>
  queryOptions({
    queryKey: ['coding', 'agreement', scope, meant],
    queryFn: ({ signal }) =>
      call(readCodingAgreement, {
        params: { dictionary: meant.dictionary },
        query: periodOf(meant),
        signal,
      }),
    meta: { ownFailure: true },
  });
