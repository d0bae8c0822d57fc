/** What stands in the lists of a file: each entry once, messages and rules finding each other. One file alone tells. */
import { getNodeValue } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { elements, findingAt, members, property, textAt } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';
import { repeated } from './uniqueRules.ts';

export const entryRules = (document: SourceDocument): SourceFinding[] => [
  ...sameEntries(document),
  ...sameCodes(document),
  ...messagesOf(document),
];

/** Lists of things that are told apart by one key. */
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
        message: `${key} ${textAt(again, key)} stands twice in "${list}"`,
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
        message: `${textAt(list, 'codeList')}: code ${textAt(again, 'code')} stands twice in the list`,
      }),
    ),
  );
}

/** Messages of a file and its rules find each other. */
function messagesOf(document: SourceDocument): SourceFinding[] {
  const given = members(property(document.root, 'messages')).map(({ key }) => key);
  const names = given.map(({ value }) => String(value));
  const asked = elements(property(document.root, 'rules')).flatMap((rule): Node[] => {
    const message = property(rule, 'message');
    return message?.type === 'string' ? [message] : [];
  });
  const used = new Set(asked.map((node) => String(getNodeValue(node))));
  return [
    ...given
      .filter(({ value }) => !used.has(String(value)))
      .map((key) =>
        findingAt(document, key, {
          rule: 'unused-message',
          severity: 'warning',
          message: `no rule of this file says the message ${String(key.value)}`,
        }),
      ),
    ...asked
      .filter(({ value }) => !names.includes(String(value)))
      .map((place) =>
        findingAt(document, place, {
          rule: 'unknown-message',
          message: `"message" names ${String(place.value)}, which the messages of this file do not have`,
          meant: closest(String(place.value), names),
        }),
      ),
  ];
}
