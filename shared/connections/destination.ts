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

/**
 * Whether a connection leads elsewhere once its settings change. Its secrets are typed again then: who sets it up may not
 * read them, and would otherwise have them sent to a machine of their own.
 */
export const hasOtherDestination = (before: SettingValues, after: SettingValues): boolean =>
  destinationOf(before).join('\n') !== destinationOf(after).join('\n');
