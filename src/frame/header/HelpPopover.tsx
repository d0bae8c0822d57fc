import { Button, Text, VisuallyHidden } from '@mantine/core';
import {
  IconBook,
  IconExternalLink,
  IconHelp,
  IconKeyboard,
  IconLifebuoy,
  IconShieldLock,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../clock/index.ts';
import { formatDate } from '../../i18n/formatTime.ts';
import { showKeyMap } from '../key-map/keyMapState.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { versionQuery } from '../version/version.queries.ts';
import { HeaderPopover } from './HeaderPopover.tsx';
import { isOfChina, manualAddress, privacyAddress, RELEASE, type OutsideLinks } from './outside.ts';
import { useHelpCenter } from './useHelpCenter.ts';

/** What the product is, and where help is found. */
export function HelpPopover({ links }: { links: OutsideLinks | null }) {
  const { t } = useTranslation('help');
  const { t: keys } = useTranslation('keys');
  const { language } = useRouteContext();
  // lives as long as the header: the window of the policy may answer after the popover is closed
  const helpCenter = useHelpCenter();
  const manual = links && manualAddress(links, serverNow(), language);
  const abroad = links && !isOfChina(location.hostname) ? links : null;
  const privacy = abroad && privacyAddress(abroad, language);
  return (
    <HeaderPopover label={t('title')} Sign={IconHelp}>
      {(close) => (
        <>
          <Release />
          {manual !== null && <OutsideLink href={manual} text={t('manual')} Sign={IconBook} />}
          {abroad?.helpCenter && (
            <Button
              variant="default"
              leftSection={<IconLifebuoy size={15} aria-hidden />}
              loading={helpCenter.busy}
              onClick={helpCenter.open}
            >
              {t('helpCenter')}
            </Button>
          )}
          {privacy !== null && <OutsideLink href={privacy} text={t('privacy')} Sign={IconShieldLock} />}
          <Button
            variant="default"
            leftSection={<IconKeyboard size={15} aria-hidden />}
            onClick={() => {
              close();
              showKeyMap();
            }}
          >
            {keys('title')}
          </Button>
        </>
      )}
    </HeaderPopover>
  );
}

/** The release and its build, for whom the user asks for help. */
function Release() {
  const { t } = useTranslation('help');
  const build = useQuery(versionQuery);
  return (
    <div>
      <Text size="sm">{t('version', { version: RELEASE.version })}</Text>
      <Text size="sm">{t('released', { date: formatDate(RELEASE.lastReleaseDate) })}</Text>
      {build.data && (
        <Text size="xs" c="dimmed">
          {t('build', { build: build.data })}
        </Text>
      )}
    </div>
  );
}

/** A page outside, in a tab that knows nothing of us. */
function OutsideLink({ href, text, Sign }: { href: string; text: string; Sign: Icon }) {
  const { t } = useTranslation('help');
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<Sign size={15} aria-hidden />}
      rightSection={<IconExternalLink size={14} aria-hidden />}
    >
      {text}
      <VisuallyHidden> {t('newTab')}</VisuallyHidden>
    </Button>
  );
}
