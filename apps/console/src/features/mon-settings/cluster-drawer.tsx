import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { type Cluster, getCluster } from '@gwanje/contract/clusters';
import type { Actor } from '@gwanje/domain/permissions';
import { SkeletonLines } from '@gwanje/ui/skeletons';
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#shared/api/query.ts';
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
    <Drawer
      opened
      onClose={() => void onClose()}
      position="right"
      size={600}
      overlayProps={{ backgroundOpacity: 0.4 }}
      title={data ? <bdi className={classes.drawerTitle}>{data.name}</bdi> : t('monSettings.detail')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{
        content: classes.drawer ?? '',
        header: classes.drawerHeader ?? '',
        title: classes.drawerTitleBox ?? '',
        body: classes.drawerBody ?? '',
      }}
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
    </Drawer>
  );
}
