/** A dialog opened by a call, inside its providers only; its answer is written below the button. */
import { useEffect, useState } from 'react';
import { Button } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { StoryObj } from '@storybook/react-vite';
import { DialogHost } from '../../src/dialogs/index.ts';
import { queryClient } from '../../src/feedback/queryClient.ts';
import { isLanguage, type Language } from '../../src/i18n/index.ts';
import { useStoryWorld } from '../StoryWorld.tsx';
import { answerCalls, type FakeCall } from './fakeCalls.ts';
import { dictionaryCalls } from './sampleDictionaries.ts';

type Open = (language: Language) => Promise<unknown>;

function Opened({ open }: { open: Open }) {
  const { language } = useStoryWorld();
  const [answer, setAnswer] = useState('');
  const ask = async () => setAnswer(JSON.stringify(await open(language)));
  useEffect(() => {
    void open(language).then((given) => setAnswer(JSON.stringify(given)));
  }, [open, language]);
  return (
    <QueryClientProvider client={queryClient}>
      <Button onClick={() => void ask()}>Open</Button>
      <output aria-label="Answer">{answer}</output>
      <DialogHost />
    </QueryClientProvider>
  );
}

/** Opens the dialog at once, over the sample dictionaries and these calls. */
export function dialogStory(open: Open, calls: readonly FakeCall[] = []): StoryObj {
  let giveBack = (): void => {};
  return {
    render: () => <Opened open={open} />,
    loaders: [
      ({ globals }) => {
        const language = String(globals.language);
        giveBack();
        giveBack = answerCalls([...dictionaryCalls(isLanguage(language) ? language : 'en'), ...calls]);
        queryClient.clear();
        return {};
      },
    ],
    beforeEach: () => () => {
      queryClient.clear();
      giveBack();
      giveBack = () => {};
    },
  };
}
