/** Time and chance come from ports (decision 0321): a simulation has one clock and one seed. What reads them directly is listed here, with the reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import allowed from './timeAndChance.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');

const DIRECT =
  /\bDate\.now\(|new Date\(\)|\bMath\.random\b|\brandomUUID\b|\brandomBytes\(|\brandomInt\(|\bgetRandomValues\(|\bperformance\.now\(|\bsetTimeout\(|\bsetInterval\(|\bsleep\(|\bhrtime\b/;
/** Of the database: outside migrations, whose defaults decide nothing. */
const IN_SQL =
  /[^.\w]now\(\)|clock_timestamp|current_timestamp|gen_random_uuid|localtimestamp|\bcurrent_date\b/;
const COMMENT = /^\s*(\/\/|\*|\/\*\*)/;

const modules = ['shared', 'machines', 'server']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(name));

function isDirect(file: string): boolean {
  const text = readFileSync(join(root, file), 'utf8');
  const patterns = /from '(kysely|pg)'/.test(text) ? [DIRECT, IN_SQL] : [DIRECT];
  return text
    .split('\n')
    .filter((line) => !COMMENT.test(line) && !line.startsWith('import'))
    .some((line) => patterns.some((pattern) => pattern.test(line)));
}

const readDirectly = modules.filter(isDirect);

it('is read through the ports by all of the server, but where a reason is given', () => {
  const known = new Set(Object.values(allowed).flat());
  expect(readDirectly.filter((file) => !known.has(file))).toEqual([]);
});

it('gives no reason for what is not there any longer', () => {
  const found = new Set(readDirectly);
  expect(
    Object.values(allowed)
      .flat()
      .filter((file) => !found.has(file)),
  ).toEqual([]);
});
