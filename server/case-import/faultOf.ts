import type { UnreadableXml } from '../../shared/e2b/index.ts';

/** Where and why a file cannot be read. */
export const faultOf = ({ name }: { name: string }, { line, column, message }: UnreadableXml): string =>
  line === 0 ? `${name}: ${message}` : `${name}:${line}:${column} ${message}`;
