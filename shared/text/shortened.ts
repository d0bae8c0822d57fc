/** Longest label of a tag; specification 2-dialogs section 9. */
const MAX_TAG_LENGTH = 40;

/** A text cut at so many characters, with an ellipsis where something was cut off. */
export function shortened(text: string, max = MAX_TAG_LENGTH): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}
