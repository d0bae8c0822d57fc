/** Menu ids of the lists of a study. */
export const EVENTS = 'MU-ES-SL';
export const DIFFERENCES = 'MU-ES-RC';
