/** Where a process that sends is killed, in the order of sending. */
export const KILL_STEPS = [
  'before staging',
  'after staging',
  'before the hand-over',
  'after the hand-over',
  'before asking',
  'after asking',
] as const;
export type KillStep = (typeof KILL_STEPS)[number];
