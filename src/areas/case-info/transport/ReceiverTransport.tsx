/** How batches reach the receiver of the record: read with its state, changed by administrators. */
import { useQuery } from '@tanstack/react-query';
import { readTransportProfile } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { useUndisturbed } from '../../../app-context/undisturbed.ts';
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
  const data = useUndisturbed(read.data);
  if (read.isLoadingError) return <EmptyState title={failureText(read.error)} />;
  if (!data) return <LoadingArea />;
  return (
    <TransportForm
      key={`${times} ${data.profile?.setAt}`}
      receiverKey={receiverKey}
      profile={data.profile}
      readOnly={!mayEdit}
      onStored={startAgain}
    />
  );
}
