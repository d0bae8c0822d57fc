import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMessageChatbot } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showInfo } from '../../components/index.ts';
import { useSession } from '../../session/sessionStore.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { CHATBOT_READY, CHATBOT_SESSION, chatbotWindow } from './outside.ts';
import { usePopup } from './usePopup.ts';

/**
 * The chatbot in a window of its own. It learns who asks by a message and not by its address, since addresses stand in
 * logs: it says that it is ready, and gets what it needs, also when it is loaded again.
 */
export function ChatbotButton({ url }: { url: string }) {
  const { t } = useTranslation('help');
  const { token } = useSession();
  const { language, appendix, sessionSenderKey } = useRouteContext();
  const popup = usePopup('chatbot', (data, reply) => {
    if (data === CHATBOT_READY)
      reply({ type: CHATBOT_SESSION, accessToken: token, language, appendix, senderKey: sessionSenderKey });
  });
  const open = () => {
    if (!popup.open(url, chatbotWindow(window.outerHeight))) showInfo(t('blocked'));
  };
  return (
    <Tooltip label={t('chatbot')}>
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={t('chatbot')} onClick={open}>
        <IconMessageChatbot size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
