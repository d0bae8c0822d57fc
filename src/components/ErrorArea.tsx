import { Component, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './components.module.css';

interface ErrorAreaProps {
  children: ReactNode;
  /** a new key tries again, e.g. the address of the page */
  resetKey?: string;
  /** told once for each failure, e.g. to report it */
  onError?: (error: unknown) => void;
}

interface ErrorAreaState {
  error: unknown;
  failed: boolean;
  resetKey: string | undefined;
}

/** Keeps a failure of what it holds to itself: the rest of the screen stays usable. */
export class ErrorArea extends Component<ErrorAreaProps, ErrorAreaState> {
  override state: ErrorAreaState = { error: null, failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<ErrorAreaState> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorAreaProps,
    state: ErrorAreaState,
  ): ErrorAreaState | null {
    return resetKey === state.resetKey ? null : { error: null, failed: false, resetKey };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    const { error, failed } = this.state;
    if (!failed) return this.props.children;
    return <Failed error={error} onRetry={() => this.setState({ error: null, failed: false })} />;
  }
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('components');
  return (
    <div role="alert" className={styles.failed}>
      <h2>{t('failed.title')}</h2>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <Button variant="default" onClick={onRetry}>
        {t('failed.retry')}
      </Button>
    </div>
  );
}
