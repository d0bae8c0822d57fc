/** menu id of the list of cases */
export const CASE_LIST = 'MU-CS';
