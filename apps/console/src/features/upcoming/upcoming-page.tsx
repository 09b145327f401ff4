import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { PageHeader } from '@gwanje/ui/page-header';
import { Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { loadConfig } from '#shared/config.ts';
import { useClusters } from '#shared/groups/cluster-list.ts';
import { type PlainKey, useT } from '#shared/i18n/i18n.ts';
import { useMenuEntries } from '#shared/menu.ts';
import classes from './upcoming-page.module.css';

interface UpcomingProps {
  readonly titleKey: PlainKey;
  readonly aboutKey: PlainKey;
}

/** Says what will be here and what can be done meanwhile; shows nothing that is not so. */
export function UpcomingPage({ titleKey, aboutKey }: UpcomingProps) {
  const t = useT();
  const ready = useMenuEntries().filter((entry) => !entry.isUpcoming);
  const clusterName = useClusterName();
  const { data: config } = useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: Infinity });
  return (
    <>
      <PageHeader
        title={t(titleKey)}
        marks={
          clusterName && (
            <Chip colour="grey" icon="mdi-kubernetes">
              {clusterName}
            </Chip>
          )
        }
      />
      <Panel>
        <div className={classes.body}>
          <span className={classes.icon}>
            <Icon name="mdi-progress-wrench" size={28} />
          </span>
          <p className={classes.title}>{t('upcoming.title')}</p>
          <p className={classes.about}>{t(aboutKey)}</p>
          <p className={classes.now}>{t('upcoming.now')}</p>
          <div className={classes.links}>
            {ready.map(({ path, titleKey: linkKey, icon }) => (
              <Link key={path} to={path} className={classes.link}>
                <Icon name={icon} />
                {t(linkKey)}
              </Link>
            ))}
            {config && (
              <a className={classes.link} href={config.portalUrl}>
                <Icon name="mdi-open-in-new" />
                {t('header.portal')}
              </a>
            )}
          </div>
        </div>
      </Panel>
    </>
  );
}

function useClusterName(): string | undefined {
  const { hostId } = useSearch({ strict: false });
  return useClusters((state) => state.clusterList.find((cluster) => String(cluster.hostId) === hostId)?.name);
}
