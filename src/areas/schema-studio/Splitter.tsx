/** The splitter between the editor and the side pane: dragged with the mouse, moved with the arrow keys. */
import type { KeyboardEvent, PointerEvent } from 'react';
import styles from './StudioPage.module.css';

export interface SplitterProps {
  label: string;
  /** share of the right side, in percent */
  share: number;
  onShare: (share: number) => void;
}

const BOUNDS = { least: 20, most: 75, step: 2 };
const within = (share: number): number => Math.min(BOUNDS.most, Math.max(BOUNDS.least, Math.round(share)));

export function Splitter({ label, share, onShare }: SplitterProps) {
  const drag = ({ currentTarget, clientX, buttons }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (buttons === 1 && box) onShare(within(((box.right - clientX) / box.width) * 100));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: BOUNDS.step, ArrowRight: -BOUNDS.step }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onShare(within(share + step));
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={share}
      aria-valuemin={BOUNDS.least}
      aria-valuemax={BOUNDS.most}
      tabIndex={0}
      className={styles.splitter}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    />
  );
}
