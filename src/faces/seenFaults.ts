/** What cannot be read or hit of the fields of a form, measured in the document. */
import type { FaultKind } from '../../shared/faces/faceFault.types.ts';
import { faintTexts } from './contrast.ts';

export interface SeenFault {
  kind: Exclude<FaultKind, 'unheard'>;
  /** the text that is cut off, or of the button that is small */
  what: string;
}

/** px: what rounding may add up to */
const TOLERANCE = 1;
/** A label of more lines is an explanation, which has a place of its own in the help. */
const MAX_LABEL_LINES = 5;
/** WCAG 2.2, 2.5.8 */
const MIN_TARGET = 24;

/** Of each field of the form; colours only where `withColours`, as these do not depend on the width. */
export function seenFaults(form: Element, withColours: boolean): Map<Element, SeenFault[]> {
  const fields = [...form.querySelectorAll('[data-address]')];
  const labels = new Map(fields.map((field) => [field, labelTexts(field)] as const));
  const obstacles = fields.flatMap((field) => solidRects(field));
  const pane = form.getBoundingClientRect();
  return new Map(
    fields.map((field) => {
      const texts = labels.get(field) ?? [];
      return [
        field,
        [
          ...brokenLabels(texts),
          ...coveredLabels(texts, obstacles),
          ...cutTexts(field),
          ...outside(field, pane),
          ...smallTargets(field),
          ...(withColours ? faintTexts(field).map((text) => fault('lowContrast', text)) : []),
        ],
      ];
    }),
  );
}

const isSeen = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

const fault = (kind: SeenFault['kind'], what: string | null): SeenFault => ({
  kind,
  what: (what ?? '').replace(/\s+/g, ' ').trim(),
});

/** The texts of the label without its marks. */
const labelTexts = (field: Element): Text[] =>
  [...(field.querySelector('[id$="-label"]')?.childNodes ?? [])].filter((node) => node instanceof Text);

function rangeOf(text: Text, start = 0, end = text.length): Range {
  const range = text.ownerDocument.createRange();
  range.setStart(text, start);
  range.setEnd(text, end);
  return range;
}

/** Lines of a text: rectangles beside each other are one. */
function linesIn(range: Range): number {
  const tops = [...range.getClientRects()].map(({ top, height }) =>
    Math.round(top / Math.max(1, height / 2)),
  );
  return new Set(tops).size;
}

const LATIN_WORD = /[\p{Script=Latin}\p{Nd}]+/gu;

function brokenLabels(texts: readonly Text[]): SeenFault[] {
  return texts.flatMap((text) => {
    if (linesIn(rangeOf(text)) === 1) return [];
    const broken = [...text.data.matchAll(LATIN_WORD)].filter(
      ({ index, 0: word }) => linesIn(rangeOf(text, index, index + word.length)) > 1,
    );
    return [
      ...broken.map(([word]) => fault('brokenWord', word)),
      ...(linesIn(rangeOf(text)) > MAX_LABEL_LINES ? [fault('tooManyLines', text.data)] : []),
    ];
  });
}

interface Solid {
  element: Element;
  rect: DOMRect;
}

/** What may lie over a text: inputs, buttons in sight, other labels. */
const solidRects = (field: Element): Solid[] =>
  [...field.querySelectorAll('input, textarea, button, output, [id$="-label"]')]
    .filter(isSeen)
    .map((element) => ({ element, rect: element.getBoundingClientRect() }));

const overlap = (a: DOMRect, b: DOMRect): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOLERANCE &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOLERANCE;

function coveredLabels(texts: readonly Text[], obstacles: readonly Solid[]): SeenFault[] {
  return texts.flatMap((text) => {
    const label = text.parentElement;
    const lines = [...rangeOf(text).getClientRects()];
    const isCovered = obstacles.some(
      ({ element, rect }) => !label?.contains(element) && lines.some((line) => overlap(line, rect)),
    );
    return isCovered ? [fault('covered', text.data)] : [];
  });
}

/** Texts that their box cuts off. What is typed can be moved in its input; the words of an empty one cannot. */
function cutTexts(field: Element): SeenFault[] {
  return [...field.querySelectorAll<HTMLElement>('*')].filter(isSeen).flatMap((element) => {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return isPlaceholderCut(element) ? [fault('cutOff', element.placeholder)] : [];
    if (element.scrollWidth <= element.clientWidth + TOLERANCE || element.textContent === '') return [];
    // all of it is shown while the field has the focus or the pointer
    if (element.dataset.wholeInUse !== undefined) return [];
    const { overflowX, clipPath, display } = getComputedStyle(element);
    const isCut = overflowX !== 'visible' && clipPath === 'none' && display !== 'inline';
    return isCut ? [fault('cutOff', element.textContent)] : [];
  });
}

function isPlaceholderCut(input: HTMLInputElement | HTMLTextAreaElement): boolean {
  const { fontWeight, fontFamily, paddingLeft, paddingRight, fontSize } = getComputedStyle(input);
  if (input.value !== '' || input.placeholder === '' || input.dataset.nullFlavor !== undefined) return false;
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pen) return false;
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return pen.measureText(input.placeholder).width > room + TOLERANCE;
}

function outside(field: Element, pane: DOMRect): SeenFault[] {
  const beyond = [...field.querySelectorAll('*')].find((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    const isBeyond = left < pane.left - TOLERANCE || right > pane.right + TOLERANCE;
    return width > 1 && isBeyond && isSeen(element);
  });
  return beyond ? [fault('outside', beyond.textContent)] : [];
}

/** A button that only the mouse reaches is in the menu of the item, too; the small mark of required items is one. */
function smallTargets(field: Element): SeenFault[] {
  return [...field.querySelectorAll<HTMLElement>('button, input[type="radio"], input[type="checkbox"]')]
    .filter((element) => isSeen(element) && element.ariaHidden !== 'true')
    .flatMap((element) => {
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      const isSmall = Math.min(width, height) < MIN_TARGET - TOLERANCE / 2;
      return isSmall ? [fault('smallTarget', element.ariaLabel ?? element.textContent)] : [];
    });
}
