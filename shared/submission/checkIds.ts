/** The checks before submission, in the order in which they are shown. */
export const CHECK_IDS = [
  'access',
  'state',
  'kind',
  'rules',
  'structure',
  'privacy',
  'size',
  'batch',
  'dictionaries',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];
