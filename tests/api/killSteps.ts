/** Where a process that sends is killed, in the order of sending. */
export const KILL_STEPS = [
  'before staging',
  'after staging',
  'before the hand-over',
  'after the hand-over',
  'while the end is stored',
] as const;

/** Where a process that asks what became of an earlier hand-over is killed. */
export const ASKING_STEPS = ['before asking', 'after asking'] as const;

export type KillStep = (typeof KILL_STEPS)[number] | (typeof ASKING_STEPS)[number];
