import { checkMessages } from '../../scripts/e2b-commands.ts';
import type { Finding } from '../../shared/rules/finding.types.ts';

/** The errors in a batch for a receiver, as `rule item`, sorted. */
export async function errorsIn(bytes: Uint8Array, receiver: string): Promise<string[]> {
  const errors: string[] = [];
  for await (const line of checkMessages(bytes, receiver)) {
    const { ruleId, itemId, severity } = JSON.parse(line) as Finding;
    if (severity === 'error') errors.push(`${ruleId} ${itemId}`);
  }
  return errors.toSorted();
}
