/** The text as a regular expression matches it: no character of it means anything else. */
export const escapedPattern = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
