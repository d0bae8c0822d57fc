/** Addresses of the pages of a study, below the prefix. */

export const rulesPath = (studyKey: number | string): string =>
  `study-list/${studyKey}/detail/mapping-rule/list`;

export const syncPath = (studyKey: number | string): string => `study-list/${studyKey}/detail/sync/list`;
