import { Link } from '@tanstack/react-router';
import { useT } from '#core/i18n/i18n.ts';

/** The breadcrumb entries between the settings and the pages of one cluster. */
export function useClusterPath() {
  const t = useT();
  return [
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
