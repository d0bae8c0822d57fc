import type { CaseContent } from '../../shared/case/caseContent.ts';

/** The value of an item outside of groups; null where there is none. */
export const valueOf = ({ values }: CaseContent, itemId: string | undefined): string | null =>
  values.find((value) => value.itemId === itemId)?.value ?? null;
