/** Builds the elements of a time or quantity from its parts. */
import { splitInterval } from './codecs.ts';
import type { TimePart } from './codecs.ts';
import { outElement } from './outElement.ts';
import type { OutElement } from './outElement.ts';

export interface TimeContent {
  value: string | null;
  nullFlavor: string | null;
}
export type TimeParts = Partial<Record<TimePart, TimeContent>>;

/**
 * Start, end and duration as IVL_TS if at most two are given (the schema allows no third), a dosing interval alone as
 * PIVL_TS, everything else as SXPR_TS: its second and further comps carry operator A.
 */
export function writeTime(element: OutElement, parts: TimeParts): void {
  const period = measure('period', parts.period, parts.periodUnit);
  const width = measure('width', parts.duration, parts.durationUnit);
  const bounds = [boundary('low', parts.start), boundary('high', parts.end)].filter((one) => one !== null);
  const needsComps = period ? bounds.length > 0 || width : bounds.length === 2 && width;
  if (!needsComps) {
    element.attributes['xsi:type'] = period ? 'PIVL_TS' : 'IVL_TS';
    element.children.push(...[period, width].filter((one) => one !== null), ...bounds);
    return;
  }
  element.attributes['xsi:type'] = 'SXPR_TS';
  if (period) element.children.push(comp('PIVL_TS', [period]));
  const comps =
    bounds.length === 2 ? [bounds, width ? [width] : []] : [[...bounds, ...(width ? [width] : [])]];
  element.children.push(...comps.filter(({ length }) => length > 0).map((parts) => comp('IVL_TS', parts)));
  element.children.forEach((child, index) => {
    child.rank = [index];
    if (index > 0) child.attributes['operator'] = 'A';
  });
}

const comp = (type: string, children: OutElement[]): OutElement => ({
  ...outElement('comp', { 'xsi:type': type }),
  children,
});

const boundary = (name: string, content: TimeContent | undefined): OutElement | null =>
  content ? outElement(name, attributesOf(content)) : null;

function measure(
  name: string,
  amount: TimeContent | undefined,
  unit: TimeContent | undefined,
): OutElement | null {
  if (!amount && !unit) return null;
  return outElement(name, { ...(amount && attributesOf(amount)), ...(unit?.value && { unit: unit.value }) });
}

const attributesOf = ({ value, nullFlavor }: TimeContent): Record<string, string> =>
  value !== null ? { value } : { nullFlavor: nullFlavor ?? 'NI' };

/** A quantity with `<`, `<=`, `>`, `>=` or none; infinities become null flavors of their bound. */
export function writeInterval(
  element: OutElement,
  amount: TimeContent | undefined,
  unit: string | null,
): void {
  if (amount?.nullFlavor) {
    const bound = { NINF: 'low', PINF: 'high' }[amount.nullFlavor];
    const attributes = { nullFlavor: amount.nullFlavor, ...(unit && { unit }) };
    if (bound) element.children.push(outElement(bound, attributes));
    else Object.assign(element.attributes, attributes);
    return;
  }
  const { sign, number } = splitInterval(amount?.value ?? '');
  const attributes: Record<string, string> = { ...(number && { value: number }), ...(unit && { unit }) };
  if (sign === '') {
    element.children.push(outElement('center', attributes));
    return;
  }
  const inclusive = { inclusive: String(sign.length === 2) };
  const [bound, open, infinity] = sign.startsWith('<') ? ['high', 'low', 'NINF'] : ['low', 'high', 'PINF'];
  element.children.push(
    outElement(bound, { ...attributes, ...inclusive }),
    outElement(open, { nullFlavor: infinity }),
  );
}
