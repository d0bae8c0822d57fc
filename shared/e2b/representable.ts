/** Limits of the schema's data types, so that one impossible value does not invalidate the whole message. */
import type { MapSlot } from '../../schemas/e2b/e2bMap.types.ts';
import { splitInterval } from './codecs.ts';

const TIME = /^(\d{1,8}|(\d{9,14}|\d{14}\.\d+)([+-]\d{1,4})?)$/;
/** Whether a text is a time of HL7, whatever is known of it. */
export const isTime = (text: string): boolean => TIME.test(text);
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const TIME_PARTS = new Set(['start', 'end']);
const AMOUNTS = new Set(['duration', 'period']);
const UNITS = new Set(['durationUnit', 'periodUnit', 'intervalUnit']);

/** Whether the slot can represent this text. */
export function isRepresentable(slot: MapSlot, value: string): boolean {
  const { codec, attribute, type, control } = slot;
  if (codec === 'interval') return NUMBER.test(splitInterval(value).number);
  if (codec && AMOUNTS.has(codec)) return NUMBER.test(value);
  if ((codec && TIME_PARTS.has(codec)) || control === 'date') return isTime(value);
  if (attribute === 'code' || attribute === 'unit' || attribute === 'language' || (codec && UNITS.has(codec)))
    return /^\S+$/.test(value);
  if (attribute !== 'value' || codec === 'telecom' || type === 'TEL') return true;
  if (type === 'BL') return value === 'true' || value === 'false';
  if (type === 'INT') return /^[+-]?\d+$/.test(value);
  if (type === 'PQ' || control === 'number') return NUMBER.test(value);
  return slot.node.name === 'priorityNumber' ? /^-?\d+$/.test(value) : NUMBER.test(value);
}
