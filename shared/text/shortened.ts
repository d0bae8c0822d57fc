/** Maximum length of the label of a tag; specification 2-dialogs section 9. */
const MAX_TAG_LENGTH = 40;

/** Truncates a text to the given number of characters, with an ellipsis if it was longer. */
export function shortened(text: string, max = MAX_TAG_LENGTH): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}
