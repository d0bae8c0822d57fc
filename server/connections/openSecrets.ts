import { keepsSecrets, type Connection } from '../../shared/connections/destination.ts';

type Secrets = Readonly<Record<string, string>>;

/**
 * Secrets of a connection: the stored ones, unless it leads elsewhere now or they cannot be opened (null), with what a form
 * changes; an empty one is none.
 */
export function openSecrets(
  stored: (Connection & { open: () => Secrets | null }) | null | undefined,
  form: Connection & { secrets: Secrets },
): Record<string, string> {
  const before = stored && keepsSecrets(stored, form) ? stored.open() : {};
  return Object.fromEntries(
    Object.entries({ ...before, ...form.secrets }).filter(([, value]) => value !== ''),
  );
}
