import type { OpenEvent } from './sync.queries.ts';

/** The event in an address; null: it names none. */
export function openEventOf(address: URLSearchParams): OpenEvent | null {
  const [subject, event, visit] = ['subject', 'event', 'visit'].map((name) =>
    Number(address.get(name) ?? NaN),
  );
  return Number.isInteger(subject) && Number.isInteger(event) && Number.isInteger(visit)
    ? { subject: subject ?? 0, event: event ?? 0, visit: visit ?? 0 }
    : null;
}
