import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readLogo } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { useSession } from '../../session/sessionStore.ts';
import { Logo } from '../Logo.tsx';
import classes from './header.module.css';

/** Specification section 9. */
const MAX_RETRIES = 3;

/** The logo of the company, or the product's own where the company has none or it cannot be loaded. */
export function CompanyLogo() {
  const { sponsorKey } = useRouteContext();
  // changes with every change of a setting
  const { accessVersion } = useSession();
  const { data } = useQuery({
    queryKey: ['logo', sponsorKey, accessVersion],
    queryFn: ({ signal }) => call(readLogo, { params: { sponsorKey }, signal }),
    retry: MAX_RETRIES,
    staleTime: Infinity,
    // the logo of before stays until the one of now is there
    placeholderData: (before) => before,
    meta: { ownFailure: true },
  });
  const [broken, setBroken] = useState<string | null>(null);
  const logo = data?.logo;
  if (!logo || broken === logo.content) return <Logo />;
  return (
    <img
      className={classes.company}
      src={`data:${logo.mediaType};base64,${logo.content}`}
      // what leads home has a name of its own
      alt=""
      onError={() => setBroken(logo.content)}
    />
  );
}
