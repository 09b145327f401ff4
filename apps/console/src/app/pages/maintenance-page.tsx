import { EmptyState } from '@gwanje/ui/states';
import { useT } from '#core/i18n/i18n.ts';
import classes from './pages.module.css';
import { WaysOut } from './ways-out.tsx';

/** The invalid request page. */
export function MaintenancePage() {
  const t = useT();
  return (
    <div className={classes.sheet}>
      <EmptyState
        isPage
        icon="mdi-alert-octagon-outline"
        title={t('routes.maintenance')}
        text={t('shell.maintenanceText')}
        actions={<WaysOut />}
      />
    </div>
  );
}
