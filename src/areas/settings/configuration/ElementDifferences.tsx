/** What differs inside an element: the way to each value, what it was, and what it would be. */
import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConfigurationElement } from '../../../../shared/contract/index.ts';

export function ElementDifferences({ element }: { element: ConfigurationElement }) {
  const { t } = useTranslation('settings');
  const { name, differences, more, needs } = element;
  const needed = needs.map((need) => need.name).join(', ');
  return (
    <>
      {needed !== '' && <Text size="sm">{t('configuration.needs', { names: needed })}</Text>}
      {differences.length > 0 && (
        <details>
          <summary aria-label={t('configuration.countOf', { count: differences.length + more, name })}>
            {t('configuration.count', { count: differences.length + more })}
          </summary>
          <List size="sm">
            {differences.map(({ path, was, is }) => (
              <List.Item key={path}>
                {t('configuration.difference', {
                  path,
                  was: was ?? t('workflow.nothing'),
                  is: is ?? t('workflow.nothing'),
                })}
              </List.Item>
            ))}
          </List>
          {more > 0 && <Text size="sm">{t('configuration.more', { count: more })}</Text>}
        </details>
      )}
    </>
  );
}
