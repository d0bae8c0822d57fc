/** The logo of the sender that the user works for; that of the company where the sender has none. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readFile } from '../../../shared/contract/index.ts';
import { fetchFile } from '../../api/index.ts';
import { useSession } from '../../session/sessionStore.ts';
import { CompanyLogo } from './CompanyLogo.tsx';
import classes from './header.module.css';

export function SenderLogo() {
  const { senderLogo } = useSession();
  return senderLogo === null ? <CompanyLogo /> : <StoredLogo key={senderLogo} fileKey={senderLogo} />;
}

/** A file needs the token of the session, which a picture cannot send: it is fetched first. */
function StoredLogo({ fileKey }: { fileKey: string }) {
  const { sponsorKey } = useSession();
  const { data } = useQuery({
    queryKey: ['senderLogo', sponsorKey, fileKey],
    queryFn: ({ signal }) => fetchFile(readFile, { params: { sponsorKey, fileKey }, signal }),
    staleTime: Infinity,
    meta: { ownFailure: true },
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (url === null) return <CompanyLogo />;
  // what leads home has a name of its own
  return <img className={classes.company} src={url} alt="" onError={() => setUrl(null)} />;
}
