import { DashboardPage } from './dashboard-page.tsx';

export function MainPage() {
  return <DashboardPage titleKey="routes.main" />;
}
