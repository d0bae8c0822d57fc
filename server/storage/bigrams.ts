/** The pairs of neighbouring characters of texts, as the SQL function `bigrams` makes them: they find words of any script. */
export const bigramsOf = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => {
      const characters = [...text];
      return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
    }),
  ),
];
