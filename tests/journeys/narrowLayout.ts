/** What does not fit a narrow window. */
import type { Page } from 'playwright';

/** A field with less room shows no more than two letters. */
const MIN_FIELD_PX = 40;

/** What reaches beyond the window without a way to scroll it into sight, and fields too narrow to read. */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate((minField) => {
    const scrolls = (element: Element): boolean => {
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around);
        if (overflowX !== 'visible' && around.scrollWidth > around.clientWidth) return true;
      }
      return false;
    };
    const seen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const named = (element: Element): string =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(0, 80);
    const all = [...document.body.querySelectorAll('*')].filter(seen);
    const beyond = all.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && left < innerWidth && right > innerWidth + 1 && !scrolls(element);
    });
    const narrow = all.filter(
      (element) =>
        element.matches(
          'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=range])',
        ) &&
        element.clientWidth > 2 &&
        element.clientWidth < minField,
    );
    return [
      ...beyond.map((element) => `beyond the window: ${named(element)}`),
      ...narrow.map(
        (element) => `too narrow: ${element.closest('[data-address]')?.getAttribute('data-address')}`,
      ),
    ];
  }, MIN_FIELD_PX);
