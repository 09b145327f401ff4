import { Skeleton } from '@mantine/core';
import { useT } from '#core/i18n/i18n.ts';
import classes from './dashboard.module.css';

export function MapSkeleton() {
  const t = useT();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('dashboard.loading')}>
      <Skeleton height="100%" />
    </div>
  );
}

export function DashboardSkeleton() {
  const t = useT();
  return (
    <div className={classes.first} role="status" aria-label={t('dashboard.loading')}>
      <Skeleton height={134} />
      <Skeleton height={160} />
      <Skeleton height="100%" />
    </div>
  );
}
