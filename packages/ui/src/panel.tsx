import { Skeleton, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { TextButton } from './buttons.tsx';
import { Icon, type IconName } from './icon.tsx';
import classes from './panel.module.css';
import skeletons from './skeletons.module.css';
import states from './states.module.css';

interface PanelProps {
  readonly title?: string;
  /** A short note beside the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Tables and lists reach the panel's edge; forms and text have padding. */
  readonly padded?: boolean;
  readonly children: ReactNode;
}

export function Panel({ title, note, actions, padded = false, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className={classes.panel} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className={classes.head}>
          <h2 className={classes.title} id={titleId}>
            {title}
          </h2>
          {note && <span className={classes.note}>{note}</span>}
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
      )}
      <div className={padded ? classes.padded : classes.content}>{children}</div>
    </section>
  );
}

interface EmptyStateProps {
  readonly icon?: IconName;
  /** Names what is missing. */
  readonly title: string;
  /** Says why, and what the user can do. */
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  /** The state fills the page: its title is the page's heading. */
  readonly isPage?: boolean;
}

export function EmptyState({ icon = 'mdi-tray', title, text, actions, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={states.state}>
      <span className={states.icon}>
        <Icon name={icon} size={22} />
      </span>
      <Title className={states.title}>{title}</Title>
      {text && <p className={states.text}>{text}</p>}
      {actions && <div className={states.actions}>{actions}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly retryLabel: string;
  readonly onRetry: () => void;
}

export function ErrorState({ title, text, retryLabel, onRetry }: ErrorStateProps) {
  return (
    <div className={states.state} role="alert">
      <span className={`${states.icon} ${states.failed}`}>
        <Icon name="mdi-alert-circle-outline" size={22} />
      </span>
      <p className={states.title}>{title}</p>
      {text && <p className={states.text}>{text}</p>}
      <div className={states.actions}>
        <TextButton icon="mdi-refresh" onClick={onRetry}>
          {retryLabel}
        </TextButton>
      </div>
    </div>
  );
}

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
    <div className={skeletons.lines} role="status">
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
    <div className={skeletons.page} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton height={28} width={220} />
      <Skeleton height={120} />
      <Skeleton height={320} />
    </div>
  );
}
