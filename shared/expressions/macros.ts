/** Functions of the expression language as macros over their literal arguments, with access to the case. */
import { ParseError } from '@marcbachmann/cel-js';
import type { ASTNode, TypeDeclaration } from '@marcbachmann/cel-js';
import { rowScope, rowsInScope } from './scope.ts';
import type { Scope } from './scope.ts';

/** The scope of one run; row functions move it. */
export interface Cursor {
  scope: Scope;
}

/** The name under which a run passes its cursor. It is not a registered variable, so expressions cannot access it. */
export const CURSOR = '#cursor';

// the arguments of a macro as used here; the interpreter leaves their types open
interface Names {
  getValue(name: string): unknown;
}
interface Checker {
  getType(name: string): TypeDeclaration;
  check(node: ASTNode, names: Names): TypeDeclaration;
  createError(code: string, message: string, node: ASTNode): Error;
}
interface Evaluator {
  run(node: ASTNode, names: Names): unknown;
}
interface Call {
  args: ASTNode[];
  ast: ASTNode;
}

const cursorOf = (names: Names): Cursor => names.getValue(CURSOR) as Cursor;

/** The text of a literal argument. Throws, with the location, on anything else: dependencies are read from the text. */
function literalText(node: ASTNode | undefined, call: ASTNode, what: string): string {
  if (node?.op === 'value' && typeof node.args === 'string') return node.args;
  throw new ParseError(`write ${what} as a text in quotes`, node ?? call);
}

/** A function of one literal: an item id, a group, a dictionary. */
export const ofLiteral =
  (type: string, what: string, read: (scope: Scope, literal: string) => unknown) =>
  ({ args: [node], ast }: Call) => {
    const literal = literalText(node, ast, what);
    return {
      async: false,
      typeCheck: (checker: Checker) => checker.getType(type),
      evaluate: (_evaluator: Evaluator, _macro: unknown, names: Names) =>
        read(cursorOf(names).scope, literal),
    };
  };

/** A function of a group and a condition: `answer` gets the results of the condition lazily, row by row. */
export const ofRows =
  (type: string, answer: (holds: Iterable<boolean>) => unknown) =>
  ({ args: [groupNode, condition], ast }: Call) => {
    const group = literalText(groupNode, ast, 'the group');
    if (!condition) throw new ParseError('the condition on the rows is missing', ast);
    return {
      async: false,
      typeCheck: (checker: Checker, _macro: unknown, names: Names) => {
        const found = checker.check(condition, names).name;
        if (found !== 'bool')
          throw checker.createError('no_condition', `a condition is bool, this is ${found}`, condition);
        return checker.getType(type);
      },
      evaluate: (evaluator: Evaluator, _macro: unknown, names: Names) => {
        const cursor = cursorOf(names);
        return answer(inEachRow(cursor, group, () => evaluator.run(condition, names) === true));
      },
    };
  };

function* inEachRow(cursor: Cursor, group: string, holds: () => boolean): Iterable<boolean> {
  const outer = cursor.scope;
  try {
    for (const rows of rowsInScope(outer, group)) {
      cursor.scope = rowScope(outer, group, rows);
      yield holds();
    }
  } finally {
    cursor.scope = outer;
  }
}
