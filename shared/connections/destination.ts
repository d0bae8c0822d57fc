/** Where a connection leads, and so where its secrets are sent. */
import type { SettingValues } from './settingFields.ts';

/** Host, port and origins; paths and names of users may change without. */
const destinationOf = (settings: SettingValues): string[] =>
  Object.entries(settings)
    .flatMap(([name, value]) => {
      if (name === 'host' || name === 'port') return [`${name} ${value.toLowerCase()}`];
      return /^https?:/i.test(value) && URL.canParse(value) ? [`${name} ${new URL(value).origin}`] : [];
    })
    .toSorted();

/** What a connection is to, and how it is set up. */
export interface Connection {
  kind: string;
  settings: SettingValues;
}

/** Whether both are of one kind, and lead to the same machine. */
export const isSameDestination = (one: Connection, other: Connection): boolean =>
  one.kind === other.kind &&
  destinationOf(one.settings).join('\n') === destinationOf(other.settings).join('\n');

/**
 * Whether a connection keeps its secrets when its kind or its settings change: not where it leads elsewhere then. Who sets
 * it up may not read them, and would otherwise have them sent to a machine of their own (decision 0386).
 */
export const keepsSecrets = (before: Connection | null | undefined, after: Connection): boolean =>
  Boolean(before && isSameDestination(before, after));
