/** The reasons that a dialog offers: those of the sponsor where its settings have some, else the product's. */
import { useSession } from './sessionStore.ts';

interface Choice {
  value: string;
  label: string;
}

/** @param ready the product's; the last one asks for a text and is always offered */
export function useReasons(what: string, ready: readonly Choice[]): readonly Choice[] {
  const own = useSession().reasons[what];
  return own ? [...own.map((text) => ({ value: text, label: text })), ...ready.slice(-1)] : ready;
}

/** The name of the list for a change of status (`REVIEW`, `Y`) or of rows (`ROW`, `N`). */
export const reasonList = (statusId: string, status: 'Y' | 'N'): string =>
  `${statusId.toLowerCase()}${status}`;
