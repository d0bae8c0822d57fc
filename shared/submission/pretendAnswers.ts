/** What the pretend authority of a demo can be asked to answer. */
export const PRETEND_ANSWERS = [
  'check',
  'rejected',
  'partly',
  'late',
  'twice',
  'contradiction',
  'otherBatch',
  'garbage',
  'silent',
] as const;
export type PretendAnswer = (typeof PRETEND_ANSWERS)[number];
