import { Link } from '@tanstack/react-router';
import { useT } from '#core/i18n/i18n.ts';
import classes from './dashboard-tabs.module.css';
import './dashboard-messages.ts';

const PAGES = ['/main', '/custom-main'] as const;

/** Leads from the default dashboard to the user's own ones and back. */
export function DashboardTabs({ current }: { readonly current: (typeof PAGES)[number] }) {
  const t = useT();
  return (
    <nav className={classes.tabs} aria-label={t('dashboard.dashboards')}>
      {PAGES.map((path) => (
        <Link
          key={path}
          to={path}
          search={{}}
          className={classes.tab}
          activeProps={{}}
          aria-current={path === current ? 'page' : undefined}
        >
          {t(path === '/main' ? 'dashboard.defaultDashboard' : 'dashboard.ownDashboards')}
        </Link>
      ))}
    </nav>
  );
}
