/** Changes of an appendix to items, groups and sections defined elsewhere. */
import { getNodeValue } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { overlaysOf } from './declarations.ts';
import type { Declaration, Declarations, OverlayDeclaration } from './declarations.ts';
import { FILES } from './shapes.ts';
import { findingAt, members, property, textAt } from './sourceDocument.ts';
import type { SourceLocation, Problem } from './sourceDocument.ts';

/** Keys that an overlay can change; other keys are reported by the structure check. */
const shape = FILES['appendix.schema.json']?.properties?.overlays?.additionalProperties;
const KEYS = new Set(Object.keys((typeof shape === 'object' && shape.properties) || {}));

/** The subset allowed for groups and sections. */
const CHANGES = {
  group: ['label', 'visibleWhen', 'hidden'],
  section: ['label', 'help', 'visibleWhen', 'hidden'],
};

export function overlayRules(declarations: Declarations): SourceFinding[] {
  const byName = new Map<string, Declaration>();
  for (const declaration of [...declarations.unplaced, ...declarations.all])
    byName.set(overlayName(declaration), declaration);
  return overlaysOf(declarations).flatMap((overlay) => {
    const target = byName.get(overlay.name);
    if (!target) {
      const message = `overlays: ${overlay.name} does not exist`;
      const suggestion = closest(overlay.name, byName.keys());
      return [at(overlay, overlay.key, { rule: 'overlay-unknown-item', message, suggestion })];
    }
    return [...owner(overlay, target), ...changes(overlay, target), ...hides(declarations, overlay, target)];
  });
}

/** The name that overlays use for it. */
const overlayName = ({ kind, page, name }: Declaration): string =>
  kind === 'section' ? `${page}/${name}` : name;

const at = ({ document }: OverlayDeclaration, location: SourceLocation, problem: Problem): SourceFinding =>
  findingAt(document, location, problem);

const warning = (rule: string, message: string): Problem => ({ rule, severity: 'warning', message });

function owner(overlay: OverlayDeclaration, { appendix }: Declaration): SourceFinding[] {
  const { name, key } = overlay;
  if (appendix === null) return [];
  const message =
    appendix === overlay.appendix
      ? `overlays: ${name} is declared in this file; change it there`
      : `overlays: ${name} belongs to appendix ${appendix} and is never shown with this one`;
  const rule = appendix === overlay.appendix ? 'overlay-of-own-item' : 'overlay-of-other-appendix';
  return [at(overlay, key, warning(rule, message))];
}

function changes(overlay: OverlayDeclaration, target: Declaration): SourceFinding[] {
  const { name, key, node } = overlay;
  const written = members(node);
  if (written.length === 0)
    return [at(overlay, key, warning('overlay-changes-nothing', `overlays: ${name} changes nothing`))];
  const hidden = property(node, 'hidden')?.value === true;
  return written.flatMap(({ key: changed, value }) => {
    const what = String(changed.value);
    if (!KEYS.has(what)) return [];
    if (target.kind !== 'item' && !CHANGES[target.kind].includes(what)) {
      const message = `overlays: "${what}" of a ${target.kind} cannot be changed; possible are ${CHANGES[target.kind].join(', ')}`;
      return [at(overlay, changed, { rule: 'overlay-of-no-item', message })];
    }
    if (hidden && what !== 'hidden') {
      const message = `overlays: ${name} is hidden, so its "${what}" has no effect`;
      return [at(overlay, changed, warning('overlay-changes-nothing', message))];
    }
    if (!value || !repeatsBase(what, value, property(target.node, what))) return [];
    const message = `overlays: ${name} has this "${what}" already`;
    return [at(overlay, value, warning('overlay-changes-nothing', message))];
  });
}

/** Whether the item has this value anyway. Conformances and boxes are added, others replaced. */
function repeatsBase(what: string, value: Node, base: Node | undefined): boolean {
  const written: unknown = getNodeValue(value);
  if (what === 'hidden') return written === false;
  if (base === undefined) return false;
  const before: unknown = getNodeValue(base);
  if (what === 'boxes' && Array.isArray(written) && Array.isArray(before))
    return written.every((box) => before.includes(box));
  if (what === 'required')
    return members(value).every(({ key, value: one }) => textAt(base, String(key.value)) === one?.value);
  return JSON.stringify(written) === JSON.stringify(before);
}

/** Items attached to a hidden item are hidden with it. */
function hides(
  declarations: Declarations,
  overlay: OverlayDeclaration,
  { name }: Declaration,
): SourceFinding[] {
  const location = property(overlay.node, 'hidden');
  if (location?.value !== true) return [];
  const hidden = new Set(
    overlaysOf(declarations)
      .filter(
        ({ appendix, node }) => appendix === overlay.appendix && property(node, 'hidden')?.value === true,
      )
      .map((other) => other.name),
  );
  const lost = declarations.all.filter(
    (item) =>
      (item.appendix === null || item.appendix === overlay.appendix) &&
      !hidden.has(item.name) &&
      ['unitOf', 'versionOf', 'textOf'].some((key) => textAt(item.node, key) === name),
  );
  if (lost.length === 0) return [];
  const message = `overlays: with ${name} goes what is drawn beside it: ${lost.map((item) => item.name).join(', ')}; hide that too if intended`;
  return [at(overlay, location, warning('hides-attached', message))];
}
