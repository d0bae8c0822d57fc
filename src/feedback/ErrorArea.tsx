/** Keeps a failure of what it holds to itself: the rest of the screen stays usable. The root reports it once. */
import { Component, type ReactNode } from 'react';
import { flushJournal } from '../journal/index.ts';
import { FailedArea } from './FailedArea.tsx';
import { FailedDialog } from './FailedDialog.tsx';

interface ErrorAreaProps {
  kind: 'panel' | 'dialog';
  children: ReactNode;
  /** a new key tries again, e.g. the address of the page */
  resetKey?: string;
  /** of a dialog: gives it up */
  onClose?: () => void;
}

interface ErrorAreaState {
  error: unknown;
  failed: boolean;
  resetKey: string | undefined;
}

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

  override componentDidCatch(): void {
    // what was typed elsewhere on the screen, before the user decides to reload
    void flushJournal();
  }

  private readonly retry = (): void => this.setState({ error: null, failed: false });

  private readonly close = (): void => {
    this.props.onClose?.();
    this.retry();
  };

  override render(): ReactNode {
    const { kind, children } = this.props;
    const { error, failed } = this.state;
    if (!failed) return children;
    return kind === 'dialog' ? (
      <FailedDialog error={error} onRetry={this.retry} onClose={this.close} />
    ) : (
      <FailedArea kind={kind} error={error} onRetry={this.retry} />
    );
  }
}
