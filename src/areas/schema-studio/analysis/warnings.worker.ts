/** Decides which rules are dead, implied or cannot be met, out of the way of typing. */
import type { SourceText } from '../../../../schemas/compile/sources.types.ts';
import { solvedFindings } from '../../../../shared/schemas/lint/solvedRules.ts';

addEventListener('message', ({ data }: MessageEvent<SourceText[]>) => postMessage(solvedFindings(data)));
