/** Lists within one file: each entry once, references between messages and rules resolve. */
import type { SourceFinding } from '../sources.types.ts';
import { elements, findingAt, members, property, textAt } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';
import { repeated } from './uniqueRules.ts';
import { referenceAt, unknownNames } from './unknownNames.ts';

export const entryRules = (document: SourceDocument): SourceFinding[] => [
  ...sameEntries(document),
  ...sameCodes(document),
  ...messagesOf(document),
];

/** Lists whose entries are identified by one key. */
const LISTS: Readonly<Record<string, string>> = {
  profiles: 'profile',
  boxes: 'box',
  columns: 'column',
  fields: 'field',
};

const sameEntries = (document: SourceDocument): SourceFinding[] =>
  Object.entries(LISTS).flatMap(([list, key]) =>
    repeated(elements(property(document.root, list)), (entry) => textAt(entry, key)).map(({ again }) =>
      findingAt(document, property(again, key) ?? again, {
        rule: `duplicate-${key}`,
        message: `${key} ${textAt(again, key)} occurs twice in "${list}"`,
      }),
    ),
  );

function sameCodes(document: SourceDocument): SourceFinding[] {
  const { kind, root } = document;
  const lists = kind === 'codeList' && root ? [root] : elements(property(root, 'codeLists'));
  return lists.flatMap((list) =>
    repeated(elements(property(list, 'codes')), (code) => textAt(code, 'code')).map(({ again }) =>
      findingAt(document, property(again, 'code') ?? again, {
        rule: 'duplicate-code',
        message: `${textAt(list, 'codeList')}: code ${textAt(again, 'code')} occurs twice in the list`,
      }),
    ),
  );
}

/** References between messages of a file and its rules. */
function messagesOf(document: SourceDocument): SourceFinding[] {
  const defined = members(property(document.root, 'messages')).map(({ key }) => key);
  const names = defined.map(({ value }) => String(value));
  const referenced = elements(property(document.root, 'rules')).flatMap((rule) =>
    referenceAt(rule, 'message'),
  );
  const used = new Set(referenced.map(({ text }) => text));
  return [
    ...defined
      .filter(({ value }) => !used.has(String(value)))
      .map((key) =>
        findingAt(document, key, {
          rule: 'unused-message',
          severity: 'warning',
          message: `no rule of this file uses the message ${String(key.value)}`,
        }),
      ),
    ...unknownNames(document, referenced, names, (name) => ({
      rule: 'unknown-message',
      message: `"message" names ${name}, which the messages of this file do not have`,
    })),
  ];
}
