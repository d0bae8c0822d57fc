/** Findings of the schema set for logs, in which operators read no content of cases. */

/** What the library quotes of the document, up to its own words. */
const QUOTED =
  /(?<=: (?:\[facet '\w+'\] )?(?:The value )?)'[^]*'(?= (?:is not (?:accepted|an element|a valid value)|has a length|is (?:greater|less)|has (?:more|fewer) ))/;

/** A finding without the value that it is about; names, rules and the line stay. */
export const withoutValue = (finding: string): string => finding.replace(QUOTED, "'…'");
