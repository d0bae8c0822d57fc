/** Roles of items that speak of one version only: neither the next one nor a copy begins with them (decision 0113). */
export const ROLES_OF_ONE_VERSION = ['followUpSignificance', 'followUpSignificanceReason'] as const;
