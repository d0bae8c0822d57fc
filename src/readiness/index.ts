/** How ready cases are for their receivers, and the reason for going on despite errors or open questions. */
export { ReadinessNotice, readinessText } from './ReadinessNotice.tsx';
export { useOverride } from './useOverride.tsx';
