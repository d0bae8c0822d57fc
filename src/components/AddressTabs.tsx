/** Parts of a page as tabs; the address names the one that is shown (`?part=`), the first one without it. */
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

export interface AddressTabsProps<Part extends string> {
  parts: readonly Part[];
  labelOf: (part: Part) => string;
  /** mounted for the shown part alone */
  children: (part: Part) => ReactNode;
}

export function AddressTabs<Part extends string>({ parts, labelOf, children }: AddressTabsProps<Part>) {
  const [query, setQuery] = useSearchParams();
  const shown = parts.find((one) => one === query.get('part')) ?? parts[0] ?? null;
  return (
    <Tabs value={shown} keepMounted={false} onChange={(next) => next !== null && setQuery({ part: next })}>
      <Tabs.List mb="md">
        {parts.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {labelOf(one)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map((one) => (
        <Tabs.Panel key={one} value={one}>
          {children(one)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
