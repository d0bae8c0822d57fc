/** A time (ISO 8601, UTC) to the minute, as people read it in messages that name the zone themselves: `2026-11-30 13:11`. */
export const utcMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
