/** Which machines users may have the server reach: it reaches others in its network that users do not. */
import type { SettingValues } from '../../shared/connections/settingFields.ts';

/** The hosts that settings name: a value that is an address, or the host itself. */
export const hostsOf = (settings: SettingValues): string[] =>
  Object.entries(settings).flatMap(([name, value]) => {
    if (name === 'host') return [value.toLowerCase()];
    return /^https?:/i.test(value) && URL.canParse(value) ? [new URL(value).hostname.toLowerCase()] : [];
  });

/** `allowed`: host names that the operator lists; null: any. Answers the host that is not among them; undefined: all are. */
export const refusedHost = (allowed: readonly string[] | null, settings: SettingValues): string | undefined =>
  hostsOf(settings).find((host) => allowed !== null && !allowed.includes(host));
