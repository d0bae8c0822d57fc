/**
 * E2B(R3) in and out. Compile the map once (`compileE2b(catalogue, e2bStructure)`), then
 *
 *   import:  for await (const message of readIcsrs(source, map, ports)) save(message.content, message.kept)
 *   export:  for await (const piece of writeIcsrs(cases, map, ports, options)) file.write(piece)
 *
 * Reading never fails on one value: what is not understood is listed (`residue`), kept with the case (`kept`) and
 * written back. It throws `UnreadableXml` (line, column) only for what is no readable E2B(R3) batch at all.
 */
export { residueLines } from './residueLines.ts';
export { readIcsrs } from './readIcsrs.ts';
export { readReports, type E2bMaps } from './readReports.ts';
export { readEnvelope, type ReadEnvelope } from './readEnvelope.ts';
export { termKey, type MedicalTerm } from './r2/readR2.ts';
export { groupsOfResidue } from './r2/residueOfR2.ts';
export { itemsOfR2 } from './r2/itemsOfR2.ts';
export { writeR2 } from './r2/writeR2.ts';
export { compileR2 } from '../../schemas/e2b/compileR2.ts';
export type { R2Map } from '../../schemas/e2b/r2Map.types.ts';
export type { ConversionNote } from './r2/conversion.types.ts';
export { attachmentText } from './attachment.ts';
export { base64Decoder, type Base64Decoder } from './base64.ts';
export { isOfBatch, writeIcsrs, writeIcsrText, writeLines, writeParts } from './writeIcsrs.ts';
export type { MessageLine } from './outElement.ts';
export { senderIdsOf } from './restoreResidue.ts';
export { identityKey, isNamed, uuidOf } from './identities.ts';
export { derivedReferences } from './derivedReferences.ts';
export { decodeWhole } from './decodeWhole.ts';
export { UnreadableXml } from './unreadableXml.ts';
export { compileE2b } from '../../schemas/e2b/compileE2b.ts';
export { structureOf } from '../../schemas/e2b/structure.ts';
export type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
export type * from './e2b.types.ts';
