import { type Cluster, getCluster } from '@gwanje/contract/clusters/clusters';
import type { Actor } from '@gwanje/domain/permissions';
import { SkeletonLines } from '@gwanje/ui/skeletons';
import { useQuery } from '@tanstack/react-query';
import { SideDrawer } from '#components/dialogs/side-drawer.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../mon-settings.module.css';
import { ClusterEditor } from './cluster-editor.tsx';

interface ClusterDrawerProps {
  readonly actor: Actor;
  readonly hostId: number;
  readonly onDelete: (cluster: Cluster) => void;
  /** Changes the address; with unsaved changes the page asks first. */
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
        <LoadFailed title={t('monSettings.detailFailed')} query={query} />
      ) : (
        <SkeletonLines label={t('shell.loading')} lines={8} />
      )}
    </SideDrawer>
  );
}
