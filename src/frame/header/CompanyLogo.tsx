import { useState } from 'react';
import { Logo } from '../Logo.tsx';
import classes from './header.module.css';

/** Specification section 9. */
const MAX_RETRIES = 3;

/** The logo of the company, or the product's own where the company has none or it cannot be loaded. */
export function CompanyLogo({ url }: { url: string | null }) {
  const [failures, setFailures] = useState({ url, count: 0 });
  const count = failures.url === url ? failures.count : 0;
  if (url === null || count > MAX_RETRIES) return <Logo />;
  return (
    <img
      key={count}
      className={classes.company}
      // a broken answer must not come from the cache again
      src={count === 0 ? url : `${url}?retry=${count}`}
      // what leads home has a name of its own
      alt=""
      onError={() => setFailures({ url, count: count + 1 })}
    />
  );
}
