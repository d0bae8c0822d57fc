import type { UnreadableXml } from '../../shared/e2b/index.ts';

/** Where and why a file cannot be read. */
export const faultOf = ({ name }: { name: string }, { line, column, message }: UnreadableXml): string =>
  `${name}:${line}:${column} ${message}`;
