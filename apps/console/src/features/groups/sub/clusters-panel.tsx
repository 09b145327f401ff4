import { formatCountOf } from '@gwanje/domain/formats/count';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { type Actor, may } from '@gwanje/domain/permissions';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TextCell } from '#components/table/text-cell.tsx';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import classes from '../groups.module.css';
import type { SubGroupInfo } from './member-draft.ts';

type ClusterRow = SubGroupInfo['clusterList'][number];

interface ClustersPanelProps {
  readonly actor: Actor;
  readonly info: SubGroupInfo;
}

export function ClustersPanel({ actor, info }: ClustersPanelProps) {
  const t = useT();
  const language = useLanguage();
  const known = useClusters((state) => state.clusterList);
  const columns: Column<ClusterRow>[] = [
    {
      id: 'name',
      label: t('groups.name'),
      // A cluster outside the selected groups cannot be opened without changing the selection first.
      format: ({ hostId, name }) =>
        known.some((cluster) => cluster.hostId === hostId) ? (
          <Link
            className={classes.clusterLink}
            to="/mon/summary"
            search={{ hostId: String(hostId) }}
            title={t('groups.openCluster')}
          >
            <bdi>{name}</bdi>
            <Icon name="mdi-arrow-top-right" size={13} />
          </Link>
        ) : (
          <TextCell text={name} />
        ),
    },
    {
      id: 'createdAt',
      label: t('groups.createdAt'),
      format: ({ createdAt }) => formatTimestamp(createdAt),
      width: 160,
    },
  ];
  return (
    <Panel title={t('groups.clusters')} note={formatCountOf('object', info.clusterList.length, language)}>
      <DataTable
        label={t('groups.clustersLabel')}
        loadingLabel={t('shell.loading')}
        columns={columns}
        rows={info.clusterList}
        rowId={({ hostId }) => String(hostId)}
        empty={
          <EmptyState
            icon="mdi-kubernetes"
            title={t('groups.clustersEmpty')}
            text={t('groups.clustersEmptyText')}
            actions={
              may(actor, 'cluster.manage', info) && (
                <Button component={Link} to="/setting/host/cluster-create" variant="default">
                  {t('groups.createCluster')}
                </Button>
              )
            }
          />
        }
      />
    </Panel>
  );
}
