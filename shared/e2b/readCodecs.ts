/** Reads elements whose parts form values: times, quantities with bounds, attachments. */
import type { MapNode, MapOwner, MapSlot } from '../../schemas/e2b/e2bMap.types.ts';
import { fileNameElement, readAttachment } from './attachment.ts';
import { readInterval, stepTo, timeParts, type Part } from './codecs.ts';
import { addResidue, CONTENT, keepAttributeAsResidue, keepElementAsResidue, take } from './reading.ts';
import type { Reading } from './reading.ts';
import { trimmed } from './xmlTree.ts';
import type { XmlElement } from './xmlTree.ts';

export function readTime(reading: Reading, node: MapNode, element: XmlElement, rows: number[]): void {
  const { parts, structure } = timeParts(element);
  const attributesRead = new Map<XmlElement, Set<string>>(
    structure.map((one) => [one, new Set(['xsi:type', 'operator'])]),
  );
  const slots = node.owners.flatMap((owner) => owner.slots);
  // what is known counts before what an element around it says not to be
  const known = ([, { value }]: (typeof parts)[number]): number => (value === null ? 1 : 0);
  for (const [name, { value, nullFlavor, element: one, attribute }] of parts.toSorted(
    (a, b) => known(a) - known(b),
  )) {
    const slot = slots.find(({ codec }) => codec === name);
    if (slot && take(reading, slot, rows, value, nullFlavor))
      attributesRead.set(one, (attributesRead.get(one) ?? new Set()).add(attribute));
  }
  const whole = element.attributes['nullFlavor'];
  if (whole && attributesRead.get(element)?.has('nullFlavor'))
    addResidue(reading, node, element, rows, {
      attribute: { name: 'nullFlavor', value: whole },
      derived: true,
    });
  // a second time of one kind stays whole, also an unknown one: its place in the message is beside the first, not in it
  const isRead = (one: XmlElement): boolean =>
    (one.attributes['value'] === undefined ? ['unit', 'nullFlavor'] : ['value']).some((name) =>
      attributesRead.get(one)?.has(name),
    ) || one.children.some(isRead);
  const isSecond = (one: XmlElement): boolean =>
    !isRead(one) &&
    (one.attributes['nullFlavor'] !== undefined || parts.some(([, part]) => isKnownIn(one, part)));
  const seconds = structure.filter((one) => one !== element && isSecond(one));
  for (const second of seconds) keepElementAsResidue(reading, node, second, rows);
  keepUnreadAttributes(
    reading,
    node,
    element,
    rows,
    (one, name) => attributesRead.get(one)?.has(name) ?? false,
    seconds,
  );
}

/** Whether a part with a value is directly in the element, or is it. */
const isKnownIn = (holder: XmlElement, { value, element }: Part): boolean =>
  value !== null && (element === holder || holder.children.includes(element));

export function readQuantity(
  reading: Reading,
  node: MapNode,
  owner: MapOwner,
  element: XmlElement,
  rows: number[],
): void {
  const interval = readInterval(element);
  const side = owner.slots.find(({ codec }) => codec === 'intervalUnit');
  if (interval) {
    const hasContent = interval.value !== null || interval.nullFlavor !== null;
    if (hasContent && !take(reading, owner.main, rows, interval.value, interval.nullFlavor))
      interval.used.length = 0;
    if (interval.unit !== null && side) take(reading, side, rows, interval.unit, null);
  }
  const attributesRead = (one: XmlElement, name: string): boolean =>
    (one === element && name === 'xsi:type') ||
    (interval?.used.some(([used, key]) => used === one && key === name) ?? false);
  keepUnreadAttributes(reading, node, element, rows, attributesRead);
}

export function readFile(
  reading: Reading,
  node: MapNode,
  slot: MapSlot,
  element: XmlElement,
  rows: number[],
): void {
  const attributesRead = new Set(['xsi:type']);
  const attachment = element.hasText ? readAttachment(element, reading.bytes) : null;
  const value = attachment && take(reading, slot, rows, null, null, attachment.properties);
  if (value) {
    for (const name of ['mediaType', 'representation', 'compression']) attributesRead.add(name);
    reading.attachments.push({ value, attachment, node, element, rows });
  } else if (
    element.attributes['nullFlavor'] &&
    take(reading, slot, rows, null, element.attributes['nullFlavor'])
  )
    attributesRead.add('nullFlavor');
  for (const name in element.attributes)
    if (!attributesRead.has(name)) keepAttributeAsResidue(reading, node, element, name, rows);
  for (const child of element.children)
    if (!value || child !== fileNameElement(element)) keepElementAsResidue(reading, node, child, rows);
}

/** Stores as residue every attribute and text of an element and its descendants that no codec read, except those kept whole. */
function keepUnreadAttributes(
  reading: Reading,
  node: MapNode,
  element: XmlElement,
  rows: number[],
  attributesRead: (one: XmlElement, name: string) => boolean,
  whole: readonly XmlElement[] = [],
  within: string[] = [],
): void {
  for (const name in element.attributes)
    if (!attributesRead(element, name))
      keepAttributeAsResidue(reading, node, element, name, rows, { within });
  const text = trimmed(element.text);
  if (text !== '') addResidue(reading, node, element, rows, { text, within });
  const isUnread = (one: XmlElement): boolean =>
    [...CONTENT, 'nullFlavor'].every(
      (name) => one.attributes[name] === undefined || !attributesRead(one, name),
    );
  element.children.forEach((child, index) => {
    if (whole.includes(child)) return;
    const isSecond = element.children.slice(0, index).some(({ name }) => name === child.name);
    // beside the first, whose attributes are those of the item
    if (isSecond && child.children.length === 0 && isUnread(child))
      keepElementAsResidue(reading, node, child, rows, within);
    else keepUnreadAttributes(reading, node, child, rows, attributesRead, whole, [...within, stepTo(child)]);
  });
}
