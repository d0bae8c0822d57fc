export { buildCodingIndex, type CodingIndex, type CodingName } from './codingIndex.ts';
export { buildCodingMemory, type AcceptedCoding, type CodingMemory } from './codingMemory.ts';
export {
  suggestCodes,
  type CodingReason,
  type CodingSources,
  type CodingSuggestion,
} from './suggestCodes.ts';
