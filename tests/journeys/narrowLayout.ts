/** What does not fit a narrow window. */
import type { Page } from 'playwright';

/** A field with less room shows no more than two letters. */
const MIN_FIELD_PX = 40;

/**
 * What reaches beyond the window without a way to scroll it into sight, fields too narrow to read, words of one letter a line,
 * labels of buttons that are cut, and what is too wide for a place that scrolls both ways (WCAG 1.4.10), but for tables.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate((minField) => {
    const scrollerOf = (element: Element): Element | null => {
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around);
        if (overflowX !== 'visible' && around.scrollWidth > around.clientWidth) return around;
      }
      return null;
    };
    const seen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const named = (element: Element): string =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(0, 80);
    const all = [...document.body.querySelectorAll('*')].filter(seen);
    const beyond = all.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && left < innerWidth && right > innerWidth + 1 && !scrollerOf(element);
    });
    const narrow = all.filter(
      (element) =>
        element.matches(
          'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=range])',
        ) &&
        element.clientWidth > 2 &&
        element.clientWidth < minField,
    );
    const cut = all.filter(
      (element) => element.matches('.mantine-Button-label') && element.scrollWidth > element.clientWidth + 1,
    );
    const bothWays = all.filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const scrollsAlong = (overflow: string, whole: number, part: number) =>
        (overflow === 'auto' || overflow === 'scroll') && whole > part + 1;
      return (
        scrollsAlong(overflowX, element.scrollWidth, element.clientWidth) &&
        scrollsAlong(overflowY, element.scrollHeight, element.clientHeight)
      );
    });
    // what is as wide as a table in it, or in a table, may be wide
    const wideInScrollers = all.filter((element) => {
      const scroller = scrollerOf(element);
      return (
        scroller !== null &&
        bothWays.includes(scroller) &&
        element.closest('table') === null &&
        element.querySelector('table') === null &&
        element.getBoundingClientRect().right > scroller.getBoundingClientRect().right + 1
      );
    });
    const { scrollingElement } = document;
    const isWide = scrollingElement !== null && scrollingElement.scrollWidth > innerWidth;
    const stacked = all.filter((element) => {
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const words = texts.map(({ textContent }) => textContent?.trim() ?? '').join('');
      const { width, height } = element.getBoundingClientRect();
      const { fontSize } = getComputedStyle(element);
      const letter = Number.parseFloat(fontSize);
      return words.length > 3 && width > 2 && width < letter * 2 && height > letter * words.length;
    });
    return [
      ...(isWide ? ['the page scrolls sideways'] : []),
      ...stacked.map((element) => `one letter a line: ${named(element)}`),
      ...beyond.map((element) => `beyond the window: ${named(element)}`),
      ...wideInScrollers.map((element) => `scrolls both ways: ${named(element)}`),
      ...cut.map((element) => `cut: ${named(element)}`),
      ...narrow.map(
        (element) => `too narrow: ${element.closest('[data-address]')?.getAttribute('data-address')}`,
      ),
    ];
  }, MIN_FIELD_PX);
