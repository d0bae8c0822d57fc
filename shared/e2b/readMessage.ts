import type { MapNode } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import { storeAttachment } from './attachment.ts';
import { matchChild } from './matchNode.ts';
import { Identities, identityOf, isNamed, uuidOf } from './identities.ts';
import { readNode } from './readNode.ts';
import { keepAttributeAsResidue, noteDamage, type Reading } from './reading.ts';
import type { Residue, ReadPorts } from './e2b.types.ts';
import type { ConversionNote } from './r2/conversion.types.ts';
import { childAt } from './xmlTree.ts';
import type { XmlElement } from './xmlTree.ts';

/** Reads the mapped content of one element tree, and the rest as residue. Attachments are passed to the file port. */
export async function readMessage(
  node: MapNode,
  element: XmlElement,
  path: string,
  { bytes, files, newUuid }: ReadPorts,
): Promise<{ content: CaseContent; residue: Residue[]; notes: ConversionNote[] }> {
  const reading: Reading = {
    values: [],
    rows: [],
    residue: [],
    notes: [],
    taken: new Set(),
    latest: new Map(),
    found: 0,
    unknown: 0,
    regions: new Set(),
    presumed: new Map(),
    counts: new Map(),
    stated: new Set(),
    numbers: new Map(),
    identities: new Map(),
    rowIds: new Map(),
    senderIds: new Map(),
    attachments: [],
    newUuid,
    bytes,
    path,
  };
  identify(reading, node, element);
  readNode(reading, node, element, []);
  for (const { value, attachment, node: at, element: file, rows } of reading.attachments) {
    const { properties, isDamaged } = await storeAttachment(attachment, files);
    Object.assign(value, {
      value: properties.fileKey,
      properties: { ...properties, ...(isDamaged && { damaged: true }) },
    });
    if (isDamaged) noteDamage(reading, value, file);
    // what could not be unpacked goes out as it came
    if (file.attributes['compression'] && !properties.compression)
      keepAttributeAsResidue(reading, at, file, 'compression', rows);
    for (const one of reading.residue)
      if (one.node === at.id && one.rows.join() === rows.join()) one.file = properties.fileKey;
  }
  const { residue, notes } = reading;
  return { content: { values: valuesOf(reading), rows: reading.rows }, residue, notes };
}

/** Excludes the constants of the message that are items only in another region. */
function valuesOf({ values, presumed, regions }: Reading): CaseValue[] {
  return values.filter((value) => {
    const region = presumed.get(value);
    return region === undefined || regions.has(region);
  });
}

/** First pass: links may precede their targets, so rows with an identity are numbered beforehand. */
function identify(reading: Reading, node: MapNode, element: XmlElement): void {
  const counts = new Map<string, number>();
  for (const child of element.children) {
    const mapNode = node.childrenByName.has(child.name) ? matchChild(node, child, counts) : null;
    if (!mapNode?.containsIdentity) continue;
    if (mapNode.identity) number(reading, mapNode, child);
    else identify(reading, mapNode, child);
  }
}

function number(reading: Reading, { identity }: MapNode, element: XmlElement): void {
  if (!identity) return;
  const next = (reading.counts.get(identity.group) ?? 0) + 1;
  reading.counts.set(identity.group, next);
  reading.numbers.set(element, next);
  const id = identityOf(childAt(element, identity.path));
  const ofGroup = reading.identities.get(identity.group) ?? new Identities();
  reading.identities.set(identity.group, ofGroup);
  const rowId = uuidOf(id);
  const isFirst = ofGroup.add(id, next);
  // a UUID may also be the namespace of several ids
  const isRowId = isFirst && rowId !== undefined && ofGroup.find({ root: rowId }) === next;
  if (isRowId) reading.rowIds.set(element, rowId);
  // a second row with the id of another one gets an id of its own
  const isStored = isFirst || (!isNamed(id) && id.nullFlavor !== undefined);
  if (isStored && !(isRowId && id.root === rowId && id.extension === undefined))
    reading.senderIds.set(element, id);
}
