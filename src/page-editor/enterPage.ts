/** Pages entered by a key or by "next" begin at their first field, so that typing goes on there. */
const ENTER = 'enterPage';

/** Options of a navigation to a page that is to be typed in at once. */
export const enterPage = { state: ENTER } as const;

/** Whether the page was entered so. */
export const isEntered = (state: unknown): boolean => state === ENTER;
