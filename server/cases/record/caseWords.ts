/** What people call the parts and states of a case that are no items. */
import type { Words } from '../../../schemas/compile/sources.types.ts';
import words from './caseWords.json' with { type: 'json' };

const known: Record<string, Words | undefined> = words;

/** The words for a part or state of a case; null for anything else. */
export const caseWords = (name: string): Words | null => known[name] ?? null;
