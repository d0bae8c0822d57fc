/** Values that E2B(R3) spells otherwise than their sender did, where they can mean one thing only. */
import type { Control } from '../../schemas/compile/sources.types.ts';

/** A date, or a time, of ISO 8601 with its hyphens and colons. */
const ISO =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(Z|[+-]\d{2}:?\d{2})?)?)?$/;
/** The same without them: `20240203T101112Z`. */
const BASIC_ISO = /^(\d{8})T(\d{4}(?:\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?$/;
const UTC = '+0000';
/** A time of HL7 with the zone of ISO 8601. */
const ZONE_OF_ISO = /^(\d{10,14}(?:\.\d+)?)(Z|[+-]\d{2}:\d{2})$/;
/** A day with a zone, as `xs:date` has it; R3 has zones beside times alone. */
const DAY_IN_ZONE = /^(\d{4})(-?)(\d{2})\2(\d{2})(?:Z|[+-]\d{2}:?\d{2})$/;

/** The spellings of a truth value that XML has, in small letters. */
export const TRUTH: Readonly<Record<string, string>> = {
  true: 'true',
  false: 'false',
  '1': 'true',
  '0': 'false',
};

/** The value as R3 writes it; itself where it is that already, or is no such value at all. */
export function asR3Writes(control: Control, value: string): string {
  if (control === 'date') return dateOf(value);
  return control === 'yesNo' || control === 'trueOnly' ? (TRUTH[value.toLowerCase()] ?? value) : value;
}

function dateOf(value: string): string {
  const [, time, ofTime] = ZONE_OF_ISO.exec(value) ?? [];
  if (time !== undefined) return time + zoneOf(ofTime);
  const [, year, , month, day] = DAY_IN_ZONE.exec(value) ?? [];
  if (year !== undefined) return `${year}${month}${day}`;
  const [found, ...parts] = ISO.exec(value) ?? BASIC_ISO.exec(value) ?? [];
  if (found === undefined) return value;
  const zone = parts.pop();
  return parts.join('') + zoneOf(zone);
}

const zoneOf = (zone = ''): string => (zone === 'Z' ? UTC : zone.replace(':', ''));
