/** What the rules find in the files of the authorities: errors only where the file itself is wrong. */
import { describe, expect, it } from 'vitest';
import { errorsIn } from './errorsIn.ts';
import { instances, present } from './reference.ts';

/** Each was held against the publication it breaks; files not named here have none. */
const ERRORS: Record<string, string[]> = {
  // a country in small letters; a decade as unit of a dose
  'FAERS2022Scenario6.xml': ['code.unknown E.i.9', 'code.unknown G.k.4.r.1b'],
  // A concomitant drug comes first; a product code without its version.
  'VAERS_EXAMPLE.xml': ['FDA-IG:G.k.1:vaers G.k.1', 'ICH.G.k.2.1.1a G.k.2.1.1a'],
  // Three reports without medical history, coded or as text.
  'made-ich-batch-initial-amendment-nullification.xml': Array<string>(3).fill('ICH.D.7.2 D.7.2'),
};

const receiverOf = (name: string): string =>
  name.startsWith('made-ich') ? 'ICH' : name.startsWith('made-kr') ? 'MFDS' : 'FDA';

describe.skipIf(!present)('the rules', () => {
  it.each(instances())('find in $name the errors it has, and no other', async ({ name, bytes }) => {
    expect(await errorsIn(bytes, receiverOf(name))).toEqual(ERRORS[name] ?? []);
  });
});
