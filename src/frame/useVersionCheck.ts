/** On each page change: was a newer version deployed? Then reload, but never over unsaved changes. */
import { useEffect, useRef } from 'react';
import { flushJournal } from '../journal/index.ts';
import { hasUnsavedChanges } from './unsavedChanges.ts';

/** The text of the version file, or null where it cannot be had. */
async function readVersion(): Promise<string | null> {
  try {
    const response = await fetch(`/version.json?at=${Date.now()}`, { cache: 'no-store' });
    return response.ok ? await response.text() : null;
  } catch (error) {
    console.warn('the version file could not be read', error);
    return null;
  }
}

export function useVersionCheck(pathname: string): void {
  const first = useRef<string | null>(null);
  useEffect(() => {
    let left = false;
    void readVersion().then((version) => {
      if (left || version === null) return;
      if (first.current === null) first.current = version;
      else if (version !== first.current && !hasUnsavedChanges())
        void flushJournal().then(() => location.reload());
    });
    return () => {
      left = true;
    };
  }, [pathname]);
}
