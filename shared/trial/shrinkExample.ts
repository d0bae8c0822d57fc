/** Makes an example smaller while it still shows what it shows. */
import type { RuleExample } from '../expressions/rules.types.ts';

/** Takes away halves, quarters and so on of the values, and at last single ones. Returns the example itself if nothing can go. */
export function shrinkExample(example: RuleExample, shows: (example: RuleExample) => boolean): RuleExample {
  let entries = Object.entries(example);
  // what an example cannot hold (rows without values) may be what the case shows
  if (!shows(Object.fromEntries(entries))) return example;
  for (let size = Math.ceil(entries.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < entries.length;) {
      const rest = [...entries.slice(0, at), ...entries.slice(at + size)];
      if (shows(Object.fromEntries(rest))) entries = rest;
      else at += size;
    }
  }
  return Object.fromEntries(entries);
}
