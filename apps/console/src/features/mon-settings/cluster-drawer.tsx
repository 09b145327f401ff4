import { type Cluster, getCluster } from '@gwanje/contract/clusters';
import type { Actor } from '@gwanje/domain/permissions';
import { SkeletonLines } from '@gwanje/ui/skeletons';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#shared/api/query.ts';
import { SideDrawer } from '#shared/drawers/side-drawer.tsx';
import { useT } from '#shared/i18n/i18n.ts';
import { LoadFailed } from '#shared/lists/load-failed.tsx';
import { ClusterEditor } from './cluster-editor.tsx';
import classes from './mon-settings.module.css';

interface ClusterDrawerProps {
  readonly actor: Actor;
  readonly hostId: number;
  readonly onDelete: (cluster: Cluster) => void;
  /** Changes the address; with unsaved changes that asks first. */
  readonly onClose: () => Promise<void>;
}

export function ClusterDrawer({ actor, hostId, onDelete, onClose }: ClusterDrawerProps) {
  const t = useT();
  const query = useQuery(apiQuery(getCluster, { params: { hostId } }, { staleMs: 0 }));
  const { data } = query;
  return (
    <SideDrawer
      title={data ? <bdi className={classes.drawerTitle}>{data.name}</bdi> : t('monSettings.detail')}
      onClose={() => void onClose()}
    >
      {data ? (
        <ClusterEditor actor={actor} cluster={data} onDelete={() => onDelete(data)} onClose={onClose} />
      ) : query.isError ? (
        <LoadFailed
          title={t('monSettings.detailFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonLines label={t('shell.loading')} lines={8} />
      )}
    </SideDrawer>
  );
}
