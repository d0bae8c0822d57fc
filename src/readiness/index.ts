/** How ready cases are for their receivers, and the reason for going on despite errors. */
export { ReadinessNotice, readinessText } from './ReadinessNotice.tsx';
export { useOverride } from './useOverride.tsx';
