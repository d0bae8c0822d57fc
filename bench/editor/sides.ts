/** Who is measured, and on how much. */
import type { Browser } from 'playwright';
import { newTab, type Tab } from './tab.ts';

/** The page of each side: ours, rjsf as it comes, and the floors, an html control or a text input for each value. */
const SIDES = { ours: '', stock: '?stock', controls: '?controls', inputs: '?floor' } as const;
export type Side = keyof typeof SIDES;

/** Rows in every group of the page; they make about 100, 1 000 and 5 000 values. */
export const SIZES = [2, 20, 104] as const;
const [, MEDIUM, LARGE] = SIZES;

/** How far the stock form is measured: at 5 000 values it takes a minute to open. */
export type StockUpTo = 'none' | 'small' | 'all';
export const hasStock = (rows: number, upTo: StockUpTo): boolean =>
  upTo === 'all' || (upTo === 'small' && rows <= MEDIUM);

/** Measured only once: to be seen is how much more it is, not by what exactly. */
const isOnce = (side: Side, rows: number): boolean => side === 'stock' && rows === LARGE;

/** How much of everything is measured. */
export interface Extent {
  stock: StockUpTo;
  /** a few rounds, for a first look */
  quick: boolean;
}

export interface Bench extends Extent {
  browser: Browser;
  url: string;
}

const QUICK_ROUNDS = 3;

/** How often a side is measured at a size; `most` where the bench is not quick. */
export const roundsOf = ({ quick }: Extent, side: Side, rows: number, max: number): number =>
  isOnce(side, rows) ? 1 : quick ? Math.min(QUICK_ROUNDS, max) : max;

/** A tab of a side with its content made, not yet drawn. */
export async function preparedTab(
  { browser, url }: Bench,
  side: Side,
  rows: number,
): Promise<{ tab: Tab; values: number }> {
  const tab = await newTab(browser, `${url}${SIDES[side]}`);
  return { tab, values: await tab.prepare(rows) };
}
