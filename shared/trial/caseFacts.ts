/** What a catalogue makes of a case, by kind: facts with a key that is the same under another catalogue. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import { codeSystemsOf } from '../../schemas/e2b/codeSystems.ts';
import { addressKey, type RowPath } from '../case/itemAddress.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { answerText } from '../derived/derivations.ts';
import { computedValues, contentToSend } from '../derived/wholeCase.ts';
import { writeLines } from '../e2b/index.ts';
import { assessedItems } from '../expectedness/assessedItems.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import { caseScope } from '../expressions/scope.ts';
import { timelines } from '../obligations/obligations.ts';
import { layOutReport } from '../reports/layOutReport.ts';
import type { FontMetrics, ReportOptions } from '../reports/report.types.ts';
import { caseFindings } from '../rules/caseFindings.ts';
import { sameInAll } from '../text/sameInAll.ts';
import { inventedLabel } from './inventedLabel.ts';
import type { CaseFact, DifferenceKind, TrialCatalogue } from './trial.types.ts';

export interface Viewer {
  now: Date;
  /** whether the user may see the item */
  may: (itemId: string) => boolean;
  /** cases are invented, and so is the label by which their reactions are expected; that of stored cases is not compared */
  isInvented: boolean;
}

type Facts = Map<string, CaseFact>;
type FactsOf = (
  catalogue: TrialCatalogue,
  content: CaseContent,
  viewer: Viewer,
) => Iterable<CaseFact & { key: string }>;

/** The facts of one kind. The content may have items that the catalogue does not know. */
export function caseFacts(
  kind: DifferenceKind,
  catalogue: TrialCatalogue,
  content: CaseContent,
  viewer: Viewer,
): Facts {
  const { items, groups } = catalogue.whole;
  const known: CaseContent = {
    values: content.values.filter(({ itemId }) => items[itemId]),
    rows: content.rows.filter(({ group }) => groups[group]),
  };
  const facts: Facts = new Map();
  for (const { key, ...fact } of FACTS[kind](catalogue, known, viewer))
    facts.set(`${fact.where}|${fact.name}|${key}`, fact);
  return facts;
}

/** Values that the catalogue computes; those that a form no longer shows: `lossesBetween`. */
function* valueFacts({ whole }: TrialCatalogue, content: CaseContent) {
  for (const value of computedValues(whole, content))
    if (value.value !== null)
      yield factOf(
        'value',
        '',
        value.itemId,
        labelOf(whole.items[value.itemId]),
        value.value,
        addressKey(value),
      );
}

function* blindingFacts({ whole }: TrialCatalogue, { values }: CaseContent) {
  for (const value of values) {
    const item = whole.items[value.itemId];
    if (item?.blinded) yield factOf('blinding', '', item.itemId, item.label, BLINDED, addressKey(value));
  }
}

const BLINDED = '●●●';

function* findingFacts({ checks }: TrialCatalogue, content: CaseContent, { now, may }: Viewer) {
  for (const finding of caseFindings(checks, content, { now, may })) {
    const { ruleId, itemId, rowNo, rowNo2, rowNo3, message, severity } = finding;
    const key = addressKey({ itemId: itemId ?? '', rowNo, rowNo2, rowNo3 });
    for (const receiver of finding.receivers)
      yield factOf('finding', receiver, `${ruleId} ${itemId ?? ''}`, message, severity, key);
  }
}

/** The lines of the message to each receiver, by the values that they contain. */
function* xmlFacts({ whole, checks, forAppendix, e2b }: TrialCatalogue, content: CaseContent) {
  const receivers = [{ authority: '', appendix: 'ICH' }, ...whole.appendices];
  // receivers that are sent the same values under the same code systems have the same message
  const answers = new Map<string, ReturnType<typeof writeLines>>();
  for (const { authority, appendix } of receivers) {
    const sent = contentToSend(checks.catalogue, forAppendix(appendix), content);
    const codeSystems = codeSystemsOf(whole, authority);
    const question = JSON.stringify([codeSystems, sent.values.length]);
    const lines = answers.get(question) ?? writeLines(sent, e2b, PORTS, { codeSystems });
    answers.set(question, lines);
    const written = new Map<string, string[]>();
    for (const { text, origins } of lines)
      for (const origin of origins) {
        const key = addressKey(origin);
        written.set(key, [...(written.get(key) ?? []), text]);
      }
    for (const [key, texts] of written) {
      const [itemId = ''] = key.split('|');
      yield factOf('xml', authority || appendix, itemId, labelOf(whole.items[itemId]), texts.join('\n'), key);
    }
  }
}

/** Ids and times that a message has of its own are the same in both. */
const PORTS = { newUuid: () => '00000000-0000-4000-8000-000000000000', now: () => new Date(0) };

function* deadlineFacts({ whole }: TrialCatalogue, content: CaseContent, { now }: Viewer) {
  const today = now.toISOString().slice(0, 10).replaceAll('-', '');
  const scope = caseScope(whole, caseReader(whole, content));
  const facts = {
    scope,
    sent: [],
    before: [],
    informed: [],
    isFirst: true,
    createdDay: today,
    timeZone: 'UTC',
  };
  for (const { receiver, due, days } of timelines(facts, whole.obligations, today))
    yield factOf('deadline', receiver, receiver, sameInAll(receiver), `${due} (${days})`, '');
}

function* columnFacts({ whole, lists }: TrialCatalogue, content: CaseContent, { may }: Viewer) {
  const scope = caseScope(whole, caseReader(whole, content));
  for (const { list, columns } of Object.values(lists))
    for (const { column, label, computed } of columns) {
      if (computed === undefined) continue;
      const { run, dependencies } = compileExpression(computed, whole, null, 'value');
      if (!dependencies.every(may)) continue;
      const text = answerText(run(scope));
      if (text !== '') yield factOf('column', list, column, label, text, '');
    }
}

function* reportFacts({ whole, checks }: TrialCatalogue, content: CaseContent) {
  for (const [name, report] of Object.entries(whole.reports)) {
    const subject = {
      report,
      catalogue: whole,
      codeLists: checks.codeLists,
      content,
      termOf: () => undefined,
    };
    const texts = new Map<string, string[]>();
    for (const { blocks, ticks } of layOutReport(subject, REPORT_OPTIONS, FONTS).pages) {
      for (const { box, role, runs } of blocks)
        if (role === 'content')
          texts.set(box, [...(texts.get(box) ?? []), runs.map(({ text }) => text).join('')]);
      for (const { box, x, y } of ticks)
        texts.set(box, [...(texts.get(box) ?? []), `☒ ${Math.round(x)},${Math.round(y)}`]);
    }
    for (const [box, lines] of texts)
      yield factOf(
        'report',
        name,
        box,
        report.boxes.find((one) => one.box === box)?.label ?? sameInAll(box),
        lines.join('\n'),
        '',
      );
  }
}

/** What an invented label suggests for the items that say whether a reaction is expected. */
function* expectednessFacts({ whole }: TrialCatalogue, content: CaseContent, { may, isInvented }: Viewer) {
  if (!isInvented) return;
  const { drugName = '', reactionTerm = '' } = whole.roles;
  const reader = caseReader(whole, content);
  const countries = Object.values(whole.items).flatMap(({ expectedness }) => expectedness?.country ?? []);
  const codes = content.values.flatMap(({ itemId, value }) =>
    itemId === reactionTerm && value ? [value] : [],
  );
  const textAt = (itemId: string, row: RowPath): string => reader.item(itemId, row)?.value ?? '';
  const assessed = assessedItems({
    catalogue: whole,
    reader,
    informationOf: (drug) => {
      const name = textAt(drugName, drug);
      return name === '' ? null : inventedLabel(name, countries, codes);
    },
    termOf: (reaction) => {
      const code = textAt(reactionTerm, reaction);
      return code === '' ? null : { code, name: code, above: [] };
    },
  });
  for (const { conclusion, value, ...address } of assessed)
    if (conclusion !== null && may(address.itemId))
      yield factOf(
        'expectedness',
        '',
        address.itemId,
        labelOf(whole.items[address.itemId]),
        value === conclusion ? conclusion : `${conclusion} (${value})`,
        addressKey(address),
      );
}

const REPORT_OPTIONS: ReportOptions = {
  language: 'en',
  orientation: 'portrait',
  ordering: 'primary',
  notation: false,
  unblinded: true,
  masked: new Set(),
  reportDate: null,
  followUpNumber: null,
  changedAt: null,
};

/** What is printed is compared, not where lines end: every character is as wide. */
const FONTS: FontMetrics = { has: () => true, advance: () => 0.5 };

const FACTS: Record<DifferenceKind, FactsOf> = {
  value: valueFacts,
  blinding: blindingFacts,
  finding: findingFacts,
  xml: xmlFacts,
  expectedness: expectednessFacts,
  deadline: deadlineFacts,
  column: columnFacts,
  report: reportFacts,
};

const factOf = (
  kind: DifferenceKind,
  where: string,
  name: string,
  label: LocalizedText,
  text: string,
  key: string,
): CaseFact & { key: string } => ({ kind, where, name, label, text, key });

const labelOf = (item: { label: LocalizedText } | undefined): LocalizedText => item?.label ?? sameInAll('');
