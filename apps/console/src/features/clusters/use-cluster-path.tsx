import { Link } from '@tanstack/react-router';
import { useT } from '#shared/i18n/i18n.ts';

/** What lies above the pages of one cluster's settings. */
export function useClusterPath() {
  const t = useT();
  return [
    { id: 'settings', link: t('common.settings') },
    {
      id: 'clusters',
      link: (
        <Link to="/setting/mon/cluster-list" search={{}}>
          {t('routes.settingMonClusterList')}
        </Link>
      ),
    },
  ];
}
