/** The instructions of a Dockerfile, by stage. */

export interface Instruction {
  name: string;
  value: string;
}

/** Comments are left out, continued lines are one. */
export function readDockerfile(text: string): Instruction[][] {
  const stages: Instruction[][] = [];
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`no instruction: ${line}`);
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, value });
  }
  return stages;
}

/** What the last stage copies into the image, from the project or from a former stage. */
export const copiedPaths = (stages: readonly Instruction[][]): string[] =>
  (stages.at(-1) ?? [])
    .filter(({ name }) => name === 'COPY')
    .flatMap(({ value }) =>
      value
        .replace(/^--from=\S+ /, '')
        .split(' ')
        .slice(0, -1),
    )
    .map((path) => path.replace(/^\/app\//, ''));

/** The variables that the last stage sets. */
export const environmentOf = (stages: readonly Instruction[][]): Record<string, string> =>
  Object.fromEntries(
    (stages.at(-1) ?? [])
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ value }) =>
        [...value.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', given = '']) => [name, given]),
      ),
  );
