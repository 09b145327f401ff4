import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import classes from './states.module.css';

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
    <div className={classes.state}>
      <span className={classes.icon}>
        <Icon name={icon} size={22} />
      </span>
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly retryLabel?: string;
  readonly onRetry?: () => void;
  readonly actions?: ReactNode;
}

export function ErrorState({ title, text, retryLabel, onRetry, actions }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={`${classes.icon} ${classes.failed}`}>
        <Icon name="mdi-alert-circle-outline" size={22} />
      </span>
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {(onRetry || actions) && (
        <div className={classes.actions}>
          {onRetry && (
            <Button variant="default" leftSection={<Icon name="mdi-refresh" />} onClick={onRetry}>
              {retryLabel}
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  );
}
