/** What a user sees who looks at the product as another does: never more than either may. */
import type { SCOPE_KINDS, Scope } from './scope.ts';

/** a limit that no row meets: an empty one would be none */
const NOTHING = [-1];

/** The rows within both scopes. */
export function commonScope(one: Scope, other: Scope): Scope {
  const common = (kind: (typeof SCOPE_KINDS)[number]): readonly number[] => {
    const [mine, theirs] = [one[kind], other[kind]];
    if (mine.length === 0) return theirs;
    if (theirs.length === 0) return mine;
    const both = mine.filter((key) => theirs.includes(key));
    return both.length > 0 ? both : NOTHING;
  };
  return {
    senderKeys: common('senderKeys'),
    productKeys: common('productKeys'),
    studyKeys: common('studyKeys'),
  };
}
