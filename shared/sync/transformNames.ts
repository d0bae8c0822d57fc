/** Transforms of rules in words, as forms and lists show them. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { Transform } from './mappingRule.ts';
import words from './transformNames.json' with { type: 'json' };

export const TRANSFORM_NAMES: Readonly<Record<Transform['kind'], LocalizedText>> = words;
