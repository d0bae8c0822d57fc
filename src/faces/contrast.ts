/** Contrast of the texts of a field with what is behind them (WCAG 2.2, 1.4.3). */

const MIN_CONTRAST = 4.5;

/** Texts of too little contrast. What is disabled needs none. */
export function faintTexts(field: Element): string[] {
  const walker = field.ownerDocument.createTreeWalker(field, NodeFilter.SHOW_TEXT);
  const faint: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element && node.textContent?.trim() && !isFine(element, getComputedStyle(element).color))
      faint.push(node.textContent.trim());
  }
  for (const input of field.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    const shown = input.value || input.placeholder;
    const color = getComputedStyle(input, input.value === '' ? '::placeholder' : undefined).color;
    const isText = !['radio', 'checkbox', 'file'].includes(input.type);
    if (isText && shown !== '' && !isFine(input, color)) faint.push(shown);
  }
  return faint;
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

function isFine(element: Element, color: string): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true;
  if (element.closest(':disabled, [aria-disabled="true"]')) return true;
  const text = colourOf(color);
  // what is not drawn needs none, such as a placeholder below another text
  if (text[3] === 0) return true;
  const ground = groundOf(element);
  return contrast(over(text, ground), ground) >= MIN_CONTRAST;
}

/** The colours behind the element, blended. */
function groundOf(element: Element): Colour {
  const own = colourOf(getComputedStyle(element).backgroundColor);
  if (own[3] === 1) return own;
  return over(own, element.parentElement ? groundOf(element.parentElement) : [255, 255, 255, 1]);
}

const over = (top: Colour, ground: Colour): Colour => {
  const blend = (index: 0 | 1 | 2): number => top[index] * top[3] + ground[index] * (1 - top[3]);
  return [blend(0), blend(1), blend(2), 1];
};

/** Computed colours are `rgb(r, g, b)` or `rgba(r, g, b, a)`. */
function colourOf(color: string): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, alpha];
}

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Colour, b: Colour): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}
