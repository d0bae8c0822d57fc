/** Where a value came from, in words. */
import type { TFunction } from 'i18next';
import type { DataOf, readAuthor } from '../../../../shared/contract/index.ts';

type Provenance = NonNullable<NonNullable<DataOf<typeof readAuthor>['last']>['provenance']>;

export function provenanceWords(t: TFunction<'masters'>, from: Provenance): string {
  switch (from.by) {
    case 'master':
      return t('from.master', { name: from.name ?? t('from.gone'), version: from.version });
    case 'sync': {
      const { itemId, targetSeqNo, version } = from.rule;
      const rule = t('from.rule', { itemId, targetSeqNo, version });
      return from.source === null
        ? t('from.syncConstant', { rule })
        : t('from.sync', { source: from.source, text: from.sourceText ?? '', rule });
    }
    case 'text':
      return from.synonym === null
        ? t('from.text', { itemId: from.itemId, sentence: from.sentence })
        : t('from.textSynonym', { itemId: from.itemId, sentence: from.sentence, synonym: from.synonym });
    case 'form':
      return from.page === null
        ? t('from.formBox', { file: from.file, box: from.box })
        : t('from.form', { file: from.file, page: from.page, box: from.box });
    case 'import':
      return from.line === null
        ? t('from.import', { file: from.file })
        : t('from.importLine', { file: from.file, line: from.line });
    case 'recommended':
      return from.score === null
        ? t('from.recommended', { engine: from.engine })
        : t('from.recommendedScore', { engine: from.engine, score: from.score });
    default:
      return t(`from.${from.by}`);
  }
}
