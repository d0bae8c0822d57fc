/** The catalogue of planted mutations: faults of the product as people make them, each a text of a source file and what it becomes. */
import access from './catalogue/access.json' with { type: 'json' };
import deadlines from './catalogue/deadlines.json' with { type: 'json' };
import messages from './catalogue/messages.json' with { type: 'json' };
import processes from './catalogue/processes.json' with { type: 'json' };
import records from './catalogue/records.json' with { type: 'json' };
import submissions from './catalogue/submissions.json' with { type: 'json' };
import versions from './catalogue/versions.json' with { type: 'json' };
import workflow from './catalogue/workflow.json' with { type: 'json' };

export interface Mutation {
  /** what it breaks, in a few words joined by hyphens; unique */
  id: string;
  /** from the root of the project */
  file: string;
  /** occurs once in the file */
  text: string;
  becomes: string;
}

export const MUTATIONS: readonly Mutation[] = [
  ...records,
  ...access,
  ...versions,
  ...deadlines,
  ...submissions,
  ...workflow,
  ...processes,
  ...messages,
];

/** The source with the mutation. Throws where it does not have the text exactly once. */
export function mutated(source: string, { id, file, text, becomes }: Mutation): string {
  const [before = '', after, ...more] = source.split(text);
  if (after === undefined || more.length > 0)
    throw new Error(`${file} has the text of the mutation '${id}' ${after === undefined ? 'not' : 'twice'}`);
  return before + becomes + after;
}
