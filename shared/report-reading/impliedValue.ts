/** What a condition of a report says about the case where it holds. */

export interface ImpliedValue {
  itemId: string;
  value: string;
  /** holds in any row of it */
  group: string | null;
}

const EQUALS = /^value\("(?<itemId>[^"]+)"\) == "(?<value>[^"]+)"$/;
const DIFFERS = /^value\("(?<itemId>[^"]+)"\) != "(?<value>[^"]+)"$/;
const ANY_ROW = /^anyRow\("(?<group>[^"]+)", (?<inner>.+)\)$/;

/** The value that an item must have; null: the condition may hold for several reasons. */
export function impliedValue(when: string | undefined): ImpliedValue | null {
  const { group = null, inner = when } = ANY_ROW.exec(when ?? '')?.groups ?? {};
  const { itemId, value } = EQUALS.exec(inner ?? '')?.groups ?? {};
  return itemId === undefined || value === undefined ? null : { itemId, value, group };
}

/** The value of an item that is left out when it is printed, e.g. years behind an age; null: there is none. */
export function unprintedValue(itemId: string, when: string | undefined): string | null {
  const found = DIFFERS.exec(when ?? '')?.groups;
  return found?.['itemId'] === itemId ? (found['value'] ?? null) : null;
}
