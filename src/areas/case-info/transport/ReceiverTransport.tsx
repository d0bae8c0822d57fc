/** How batches reach the receiver of the record: read with its state, changed by administrators. */
import { useQuery } from '@tanstack/react-query';
import { readTransportProfile } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { EmptyState, LoadingArea, useStartAgain } from '../../../components/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { recordQueryKey, type RecordAddress } from '../records.queries.ts';
import { TransportForm } from './TransportForm.tsx';

export function ReceiverTransport({ address }: { address: RecordAddress }) {
  const mayEdit = useMay('EDIT.ADMIN');
  const { recordKey: receiverKey } = address;
  const read = useQuery({
    queryKey: [...recordQueryKey(address), 'transport'],
    queryFn: ({ signal }) => call(readTransportProfile, { params: { receiverKey }, signal }),
    gcTime: 0,
  });
  const { times, startAgain } = useStartAgain(read.refetch);
  if (read.isLoadingError) return <EmptyState title={failureText(read.error)} />;
  if (!read.data) return <LoadingArea />;
  return (
    <TransportForm
      key={times}
      receiverKey={receiverKey}
      profile={read.data.profile}
      readOnly={!mayEdit}
      onStored={startAgain}
    />
  );
}
