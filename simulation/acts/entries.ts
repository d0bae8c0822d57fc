/** What users enter where the product computes with it: dates, days that they do not know, quantities. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import { derivationsOf } from '../../shared/derived/derivations.ts';
import { messageInvariants } from '../invariants/messages.ts';
import { versionInvariants } from '../invariants/versions.ts';
import { hasUnits } from '../oracles/quantities.ts';
import type { Act, Deed, Invariant, Simulation } from '../simulation.types.ts';
import { anyVersion, deed, isOpen, tracedDeed } from './choices.ts';
import { formEdit, readBy, saveBy, valueOf, type PageEdit } from './inventEdit.ts';
import { owingVersions, readMessage } from './handing.ts';

const BY = 'case.editor';

/** At once what is else checked from time to time. */
async function holdsNow(simulation: Simulation, invariants: readonly Invariant[], done: Deed): Promise<Deed> {
  for (const { check } of invariants) await check(simulation, done);
  return done;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Dates that computed values read are others: they follow. */
const changeDates: Act = {
  name: 'change dates',
  weight: 4,
  run: async (simulation) => {
    const version = anyVersion(simulation);
    if (!version || !isOpen(version)) return null;
    const { caseKey } = version;
    let done: Deed | null = null;
    for (const item of datesReadBy(simulation.server.deps.catalogue.whole)) {
      const next = await changeDate(simulation, caseKey, item);
      // a save that changes nothing does not hide one that did
      if (done === null || done.isIdle) done = next ?? done;
    }
    return done;
  },
};

async function changeDate(
  simulation: Simulation,
  caseKey: number,
  { itemId, page, groups }: CatalogueItem,
): Promise<Deed | null> {
  const { between } = simulation.chance;
  const rowNo = groups.length === 0 ? null : 1;
  const read = await readBy(simulation, BY, caseKey, page, rowNo);
  if (!read.success || read.data.readOnly !== null) return null;
  const value = `${between(1940, 2029)}${twoDigits(between(1, 12))}${twoDigits(between(1, 28))}`;
  const changes = [valueOf(itemId, { value, rowNo: rowNo ?? 0 })];
  const answer = await saveBy(simulation, BY, caseKey, { page, rowNo, rows: [], changes });
  const done = tracedDeed(simulation, BY, `dates ${itemId} of ${caseKey} ${value}`, answer, [caseKey]);
  return holdsNow(
    simulation,
    versionInvariants().filter(({ name }) => name === 'computed values'),
    done,
  );
}

/** Dates of forms and of rows of pages that computed values read. */
function datesReadBy(whole: Catalogue): CatalogueItem[] {
  const read = derivationsOf(whole).computed.flatMap(({ check }) => check.readings);
  const ids = new Set(read.flatMap((reading) => ('itemId' in reading ? [reading.itemId] : [])));
  return [...ids]
    .flatMap((itemId) => whole.items[itemId] ?? [])
    .filter(
      ({ control, groups, page }) =>
        control === 'date' && groups.length === (whole.pages[page]?.group ? 1 : 0),
    );
}

/** Information of this month or year, or of the next one, of a case that owes a report. */
const dateWithoutDay: Act = {
  name: 'date without its day',
  weight: 4,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const { roles, items } = server.deps.catalogue.whole;
    const item = items[roles['mostRecentInformation'] ?? ''];
    const owing = (await owingVersions(simulation)).filter(({ version }) => isOpen(version));
    if (!item || owing.length === 0) return null;
    const { caseKey } = chance.pick(owing).version;
    const now = server.clock.now();
    const later = new Date(now.getTime() + chance.between(0, 1) * MONTH_MS);
    const month = twoDigits(later.getUTCMonth() + 1);
    const value = `${later.getUTCFullYear()}${chance.percent(75) ? month : ''}`;
    const edit = formEdit(item.page, [valueOf(item.itemId, { value })]);
    const answer = await saveBy(simulation, BY, caseKey, edit);
    return tracedDeed(simulation, BY, `dates the information of ${caseKey} ${value}`, answer, [caseKey]);
  },
};

const MONTH_MS = 30 * 86_400_000;

const COMPARISONS = ['', '<', '<=', '>', '>='];

/** Quantities with bounds and units, which a message has with them, and which are read as they were written. */
const measure: Act = {
  name: 'measure',
  weight: 4,
  run: async (simulation) => {
    const version = anyVersion(simulation);
    const edit = quantities(simulation);
    if (!version || !isOpen(version) || !edit) return null;
    const { caseKey } = version;
    const answer = await saveBy(simulation, BY, caseKey, edit);
    const done = deed(BY, `measures ${edit.changes.length} items of ${caseKey}`, answer, [caseKey]);
    if (!answer.success) return done;
    await holdsNow(simulation, messageInvariants, done);
    await hasUnits(simulation, caseKey, await readMessage(simulation, 'sponsor.admin', caseKey));
    return done;
  },
};

/** Of a form, those with the unit of the message; of a new row, what it has beside bounds. */
function quantities({ chance, server }: Simulation): PageEdit | null {
  const { e2b, whole } = server.deps.catalogue;
  const slots = [...e2b.slotsByItem].flatMap(([itemId, all]) =>
    all.map((slot) => ({ itemId, slot, item: whole.items[itemId] })),
  );
  const number = (sign: string): string => `${sign}${chance.between(1, 190)}`;
  const inForm = slots.filter(({ slot, item }) => slot.unit && item?.groups.length === 0);
  const bounded = slots.find(({ slot }) => slot.codec === 'interval');
  if (chance.percent(40) || !bounded?.item) {
    if (inForm.length === 0) return null;
    const { itemId, item } = chance.pick(inForm);
    return item ? formEdit(item.page, [valueOf(itemId, { value: number('') })]) : null;
  }
  const { page, groups } = bounded.item;
  const inRow = slots.filter(({ item }) => item?.page === page && item.groups.length === groups.length);
  const changes: CaseValue[] = [valueOf(bounded.itemId, { value: number(chance.pick(COMPARISONS)) })];
  for (const { itemId, slot } of inRow) {
    if (slot.codec === 'intervalUnit') changes.push(valueOf(itemId, { value: 'mg/dL' }));
    if (slot.unitFrom) changes.push(valueOf(itemId, { value: number('') }));
  }
  const group = groups.at(-1) ?? '';
  const rowId = server.deps.newUuid();
  const row = { group, rowNo: 0, rowNo2: 0, rowNo3: 0, rowId, sort: 1, deleted: false };
  return { page, rowNo: 0, rows: [row], changes };
}

export const entryActs: readonly Act[] = [changeDates, dateWithoutDay, measure];
