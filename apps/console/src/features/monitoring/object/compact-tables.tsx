import type { ContainerRow } from '@gwanje/contract/containers';
import type { PodRow } from '@gwanje/contract/pods';
import { formatBytes, formatBytesLimit } from '@gwanje/domain/formats/bytes';
import { formatCores, formatCoresLimit } from '@gwanje/domain/formats/cores';
import { formatCount, formatValueOfTotal } from '@gwanje/domain/formats/count';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { StateCell, TextCell } from '@gwanje/ui/list/cells';
import { EmptyState } from '@gwanje/ui/states';
import { type ReactNode, useMemo } from 'react';
import { useLanguage, useT } from '#shared/i18n/i18n.ts';
import { containerStateLook, podStatusLook } from '#shared/list/state-looks.ts';
import { navigateTo } from '#shared/navigation.ts';
import { objectHref } from '../mon-address.ts';
import parts from '../parts/parts.module.css';
import type { NodeInfo } from './object-queries.ts';

function NameLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <a
      className={parts.cellLink}
      href={href}
      title={name}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void navigateTo(href);
      }}
    >
      <bdi>{name}</bdi>
    </a>
  );
}

export function ContainerTable({ rows }: { readonly rows: readonly ContainerRow[] }) {
  const t = useT();
  const language = useLanguage();
  const columns = useMemo<Column<ContainerRow>[]>(
    () => [
      {
        id: 'name',
        label: t('columns.container'),
        value: ({ name }) => name,
        format: ({ containerId, hostId, name }) => (
          <NameLink href={objectHref('container', containerId, hostId)} name={name} />
        ),
      },
      {
        id: 'state',
        label: t('columns.state'),
        value: ({ state }) => state,
        format: ({ state, stateReason }) => {
          const look = containerStateLook(state, { t, language });
          return <StateCell {...look} label={stateReason ? `${look.label} · ${stateReason}` : look.label} />;
        },
      },
      {
        id: 'type',
        label: t('columns.type'),
        value: ({ type }) => type,
        format: ({ type }) => t(`columns.containerType.${type}`),
      },
      {
        id: 'restarts',
        label: t('columns.restarts'),
        value: ({ restartCnt }) => restartCnt,
        format: ({ restartCnt }) => formatCount(restartCnt),
        align: 'end',
      },
      {
        id: 'cpu',
        label: t('columns.cpu'),
        value: ({ cpuUsedCores }) => cpuUsedCores,
        format: ({ cpuUsedCores, cpuLimitCores }) =>
          `${formatCores(cpuUsedCores)} / ${formatCoresLimit(cpuLimitCores)}`,
        align: 'end',
      },
      {
        id: 'mem',
        label: t('columns.mem'),
        value: ({ memUsedBytes }) => memUsedBytes,
        format: ({ memUsedBytes, memLimitBytes }) =>
          `${formatBytes(memUsedBytes)} / ${formatBytesLimit(memLimitBytes)}`,
        align: 'end',
      },
      {
        id: 'image',
        label: t('columns.image'),
        value: ({ image }) => image,
        format: ({ image }) => <TextCell text={image} isQuiet />,
      },
    ],
    [t, language],
  );
  return (
    <DataTable
      label={t('columns.containers')}
      loadingLabel={t('shell.loading')}
      columns={columns}
      rows={rows}
      rowId={({ containerId }) => String(containerId)}
      empty={<EmptyState icon="mdi-docker" title={t('monitoring.noContainers')} />}
    />
  );
}

interface PodTableProps {
  readonly rows: readonly PodRow[] | undefined;
  readonly error?: ReactNode;
}

export function PodTable({ rows, error }: PodTableProps) {
  const t = useT();
  const language = useLanguage();
  const columns = useMemo<Column<PodRow>[]>(
    () => [
      {
        id: 'name',
        label: t('columns.pod'),
        value: ({ name }) => name,
        format: ({ podId, hostId, name }) => <NameLink href={objectHref('pod', podId, hostId)} name={name} />,
      },
      {
        id: 'namespace',
        label: t('columns.namespace'),
        value: ({ namespace }) => namespace,
        format: ({ namespace }) => <TextCell text={namespace} isQuiet />,
      },
      {
        id: 'status',
        label: t('columns.state'),
        value: ({ status }) => status,
        format: ({ status }) => <StateCell {...podStatusLook(status, { t, language })} />,
      },
      {
        id: 'ready',
        label: t('columns.ready'),
        value: ({ readyCnt }) => readyCnt,
        format: ({ readyCnt, containerCnt }) => formatValueOfTotal(readyCnt, containerCnt),
        align: 'end',
      },
      {
        id: 'restarts',
        label: t('columns.restarts'),
        value: ({ restartCnt }) => restartCnt,
        format: ({ restartCnt }) => formatCount(restartCnt),
        align: 'end',
      },
      {
        id: 'cpu',
        label: t('columns.cpu'),
        value: ({ cpuUsedCores }) => cpuUsedCores,
        format: ({ cpuUsedCores }) => formatCores(cpuUsedCores),
        align: 'end',
      },
      {
        id: 'mem',
        label: t('columns.mem'),
        value: ({ memUsedBytes }) => memUsedBytes,
        format: ({ memUsedBytes }) => formatBytes(memUsedBytes),
        align: 'end',
      },
    ],
    [t, language],
  );
  return (
    <DataTable
      label={t('columns.pods')}
      loadingLabel={t('shell.loading')}
      columns={columns}
      rows={rows}
      rowId={({ podId }) => String(podId)}
      empty={<EmptyState icon="mdi-cube-outline" title={t('monitoring.noPods')} />}
      error={error}
    />
  );
}

type ConditionRow = NodeInfo['conditions'][number];

/** A condition is good when it says so of itself: Ready and its like by True, the pressures by False. */
export function isGoodCondition({ type, status }: Pick<ConditionRow, 'type' | 'status'>): boolean {
  const isFault = /Pressure$|Unavailable$|Problem$|^DisruptionTarget$/.test(type);
  return status === (isFault ? 'False' : 'True');
}

export function ConditionTable({ rows }: { readonly rows: readonly ConditionRow[] }) {
  const t = useT();
  const columns = useMemo<Column<ConditionRow>[]>(
    () => [
      { id: 'type', label: t('columns.condition'), value: ({ type }) => type },
      {
        id: 'status',
        label: t('columns.state'),
        value: ({ status }) => status,
        format: (row) => (
          <Chip
            colour={row.status === 'Unknown' ? 'grey' : isGoodCondition(row) ? 'normal' : 'orange'}
            icon={isGoodCondition(row) ? 'mdi-check-circle-outline' : 'mdi-alert'}
          >
            {row.status}
          </Chip>
        ),
      },
      {
        id: 'reason',
        label: t('columns.reason'),
        value: ({ reason }) => reason,
        format: ({ reason, message }) => <TextCell text={reason ?? '-'} title={message ?? undefined} />,
      },
      {
        id: 'changedAt',
        label: t('monitoring.changedAt'),
        value: ({ changedAt }) => changedAt,
        format: ({ changedAt }) => formatTimestamp(changedAt),
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('columns.condition')}
      loadingLabel={t('shell.loading')}
      columns={columns}
      rows={rows}
      rowId={({ type }) => type}
      empty={<EmptyState icon="mdi-list-status" title={t('monitoring.noConditions')} />}
    />
  );
}
