/** Which version is shown; the others are one choice away, each on the same page. */
import { Button, Group, Menu, Text } from '@mantine/core';
import { IconArrowsDiff, IconChevronDown, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FlagBadges } from '../../../components/index.ts';
import { useTimeZone } from '../../../app-context/routeContext.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import type { CasePages } from '../case.queries.ts';
import { pagePath, useCaseRoute } from '../caseRoute.ts';
import { useEditorDialogs } from '../dialogs/useEditorDialogs.tsx';
import { atMoment, NEWEST_SAVE } from '../history/momentAddress.ts';
import { reasonWords } from './reasonWords.ts';
import { versionText } from './versionText.ts';
import { versionsQuery, type Version } from './versions.queries.ts';

export interface VersionMenuProps {
  pages: CasePages;
}

export function VersionMenu({ pages: { caseKey, versionNo } }: VersionMenuProps) {
  const { t } = useTranslation(['status', 'history']);
  const { page, rowNo, to } = useCaseRoute();
  const { show } = useEditorDialogs();
  const here = to(pagePath(caseKey, page ?? '', rowNo === 0 ? null : rowNo));
  const [opened, setOpened] = useState(false);
  const versions = useQuery({ ...versionsQuery(caseKey), enabled: opened });
  return (
    <Menu position="bottom-start" opened={opened} onChange={setOpened} width={380}>
      <Menu.Target>
        <Button
          variant="subtle"
          px={6}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('versions.menu', { versionNo })}
        >
          {versionText(t, versionNo)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {versions.data?.listInfo.map((version) => (
          <Menu.Item
            key={version.caseKey}
            component={Link}
            to={to(pagePath(version.caseKey, page ?? ''))}
            aria-current={version.caseKey === caseKey || undefined}
          >
            <VersionLine version={version} shown={version.caseKey === caseKey} />
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconArrowsDiff size={14} aria-hidden />}
          onClick={() => show('versions', 'compare')}
        >
          {t('history:compare')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          leftSection={<IconHistory size={14} aria-hidden />}
          to={atMoment(here, NEWEST_SAVE)}
        >
          {t('history:open')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function VersionLine({ version, shown }: { version: Version; shown: boolean }) {
  const { t } = useTranslation('status');
  const timeZone = useTimeZone();
  const { versionNo, createdAt, createdByName, reason, status } = version;
  return (
    <>
      <Group gap={6}>
        <strong>{versionText(t, versionNo)}</strong>
        {shown && <Text size="xs">({t('versions.shown')})</Text>}
        {!status.superseded && <Text size="xs">({t('versions.newest')})</Text>}
        <FlagBadges status={status} />
      </Group>
      <Text size="xs" c="dimmed">
        {formatTime(createdAt, timeZone)}, {createdByName}
        {reason && ` — ${reasonWords(t, reason)}`}
      </Text>
    </>
  );
}
