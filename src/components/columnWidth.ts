/** Widths of columns in pixels; the contract of lists takes no others. */
export const MIN_WIDTH = 40;
export const MAX_WIDTH = 2000;
/** of one key press */
export const WIDTH_STEP = 16;

export const clampWidth = (width: number): number =>
  Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
