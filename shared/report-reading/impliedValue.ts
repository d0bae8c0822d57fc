/** What a condition of a report says about the case where it holds. */

export interface ImpliedValue {
  itemId: string;
  value: string;
  /** holds in any row of it */
  group: string | null;
}

const EQUALS = /^value\("(?<itemId>[^"]+)"\) == "(?<value>[^"]+)"$/;
const DIFFERS = /^value\("(?<itemId>[^"]+)"\) != "(?<value>[^"]+)"$/;
/** Of all rows, or of those that are not of a kind, e.g. drugs that are no concomitant ones. */
const ANY_ROW = /^anyRow\("(?<group>[^"]+)", (?:value\("[^"]+"\) != "[^"]+" && )?(?<inner>.+)\)$/;

/** The value that an item must have; null: the condition may hold for several reasons. */
export function impliedValue(when: string | undefined): ImpliedValue | null {
  const { group = null, inner } = ANY_ROW.exec(when ?? '')?.groups ?? {};
  if (inner !== undefined) {
    const implied = impliedValue(inner);
    return implied && { ...implied, group: implied.group ?? group };
  }
  const { itemId, value } = EQUALS.exec(when ?? '')?.groups ?? {};
  return itemId === undefined || value === undefined ? null : { itemId, value, group: null };
}

/** The value of an item that is left out when it is printed, e.g. years behind an age; null: there is none. */
export function unprintedValue(itemId: string, when: string | undefined): string | null {
  const found = DIFFERS.exec(when ?? '')?.groups;
  return found?.['itemId'] === itemId ? (found['value'] ?? null) : null;
}
