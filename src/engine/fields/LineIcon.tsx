interface LineIconProps {
  /** the line */
  d: string;
  width?: number;
  height?: number;
  strokeWidth?: number;
}

/** A small icon drawn with one line; its button carries the meaning in words. */
export function LineIcon({ d, width = 12, height = 12, strokeWidth = 1.5 }: LineIconProps) {
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      aria-hidden
    >
      <path d={d} />
    </svg>
  );
}
