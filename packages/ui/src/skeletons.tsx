import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './skeletons.module.css';

interface SkeletonProps {
  /** For screen readers; the grey bars are hidden from them. */
  readonly label: string;
}

interface SkeletonLinesProps extends SkeletonProps {
  readonly lines?: number;
}

const WIDTHS = ['62%', '88%', '74%', '92%', '55%', '80%'];

export function SkeletonLines({ label, lines = 4 }: SkeletonLinesProps) {
  return (
    <div className={classes.lines} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <Skeleton key={line} height={12} width={WIDTHS[line % WIDTHS.length] ?? '80%'} />
      ))}
    </div>
  );
}

/** The skeleton of a whole page: header line and two panels. */
export function SkeletonPage({ label }: SkeletonProps) {
  return (
    <div className={classes.page} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton height={28} width={220} />
      <Skeleton height={120} />
      <Skeleton height={320} />
    </div>
  );
}
