export { buildCodingIndex, type CodingIndex, type CodingName } from './codingIndex.ts';
export { buildCodingMemory, type AcceptedCoding, type CodingSources, type Synonym } from './codingMemory.ts';
export { suggestCodes, type CodingSuggestion } from './suggestCodes.ts';
