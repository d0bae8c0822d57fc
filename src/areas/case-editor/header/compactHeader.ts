/** In a narrow window the header of a case takes two lines as soon as the page below it is scrolled. */
import type { UIEvent } from 'react';

/** More than the header loses: a page that scrolls less could not stay scrolled. */
const MIN_SCROLL_PX = 200;

/**
 * Marks the case whose page is scrolled (`data-scrolled`); style sheets say what that means. What is read stays where it
 * is: the page is scrolled back by what the header gave it.
 */
export function compactHeader({ currentTarget: page }: UIEvent<HTMLElement>): void {
  const whole = page.closest<HTMLElement>('[data-case]');
  if (!whole) return;
  const { scrolled } = whole.dataset;
  if (scrolled !== undefined && page.scrollTop === 0) delete whole.dataset['scrolled'];
  if (scrolled === undefined && page.scrollTop > MIN_SCROLL_PX) {
    const top = page.getBoundingClientRect().top;
    whole.dataset['scrolled'] = '';
    page.scrollTop -= top - page.getBoundingClientRect().top;
  }
}
