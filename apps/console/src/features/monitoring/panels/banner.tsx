import { Icon, type IconName } from '@gwanje/ui/icon';
import type { ReactNode } from 'react';
import classes from './panels.module.css';

interface BannerProps {
  readonly tone: 'quiet' | 'warning' | 'critical';
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

/** What is the case with the whole page: gone, silent, replaced. */
export function Banner({ tone, icon, title, children }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      <Icon name={icon} />
      <strong>{title}</strong>
      {children && <span>{children}</span>}
    </div>
  );
}
