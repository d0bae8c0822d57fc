/** Addresses that a report may be mailed to: their form, and whom the sponsor allows. */

/** Specification 2 section 5. */
export const MAX_ADDRESS = 320;

const LOCAL = /^[^\s@<>(),;:\\"[\]]{1,64}$/;
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/i;

/** Whether a text is one address, without a name and without quotes. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  return (
    at > 0 &&
    text.length <= MAX_ADDRESS &&
    LOCAL.test(local) &&
    !/^\.|\.\.|\.$/.test(local) &&
    DOMAIN.test(text.slice(at + 1))
  );
}

/** What a setting allows: an address, or a domain as `@example.com`. */
export const isAllowedEntry = (text: string): boolean =>
  text.startsWith('@') ? DOMAIN.test(text.slice(1)) : isMailAddress(text);

/** The same address whatever its capitals. */
export const addressKeyOfMail = (address: string): string => address.trim().toLowerCase();

/** Whether a sponsor allows an address: as it is, or by its domain. Subdomains are other domains. */
export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  const key = addressKeyOfMail(address);
  const domain = key.slice(key.lastIndexOf('@'));
  return allowed.map(addressKeyOfMail).some((entry) => entry === key || entry === domain);
}

/** Addresses that occur more than once, in lower case. */
export function duplicatesIn(addresses: readonly string[]): string[] {
  const byKey = Map.groupBy(addresses, addressKeyOfMail);
  return [...byKey].flatMap(([key, same]) => (same.length > 1 ? [key] : []));
}
