/** Settings of a connection to another system: a form draws them, the server checks them, an adapter reads them. */

/** `text`: the first of several values is the default. Secrets are stored sealed and never read again by a browser. */
export type SettingField =
  | { kind: 'text' | 'url'; required: boolean; initial?: string }
  | { kind: 'port'; required: boolean; initial: string }
  | { kind: 'secret'; lines: 1 | 6 }
  | { kind: 'choice'; values: readonly string[] };

export type SettingFields = Readonly<Record<string, SettingField>>;
export type SettingValues = Readonly<Record<string, string>>;

/** What the form of a new connection begins with. */
export const initialValues = (fields: SettingFields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, string][] => {
      if (field.kind === 'secret') return [];
      return [[name, field.kind === 'choice' ? (field.values[0] ?? '') : (field.initial ?? '')]];
    }),
  );

/** Names of settings whose value is missing or not allowed, and of values that are no setting. */
export function wrongValues(fields: SettingFields, values: SettingValues): string[] {
  const known = new Map(Object.entries(fields));
  return [
    ...[...known].filter(([name, field]) => !isAllowed(field, values[name] ?? '')).map(([name]) => name),
    ...Object.keys(values).filter((name) => !known.has(name) || known.get(name)?.kind === 'secret'),
  ];
}

/** Names of the fields that are secrets. */
export const secretFields = (fields: SettingFields): string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'secret' ? [name] : []));

function isAllowed(field: SettingField, value: string): boolean {
  if (field.kind === 'secret') return true;
  if (field.kind === 'choice') return field.values.includes(value);
  if (value === '') return !field.required;
  if (field.kind === 'port') return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
  if (field.kind === 'url') return /^https?:\/\/[^\s?#]+$/.test(value) && URL.canParse(value);
  return value === value.trim() && !/\p{Cc}/u.test(value);
}
