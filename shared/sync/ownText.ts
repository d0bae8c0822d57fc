/** Reads a text by a name that comes from outside. */

/** Undefined where there is none; what every object has, such as `constructor`, is no text. */
export const ownText = <Text>(texts: Readonly<Record<string, Text>>, name: string): Text | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;
