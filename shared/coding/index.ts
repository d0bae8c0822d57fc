export { buildCodingIndex, type CodingIndex, type CodingName } from './codingIndex.ts';
export { buildCodingMemory, type AcceptedCoding } from './codingMemory.ts';
export { suggestCodes, type CodingSources, type CodingSuggestion } from './suggestCodes.ts';
