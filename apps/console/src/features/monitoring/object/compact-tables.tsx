import { formatBytes, formatBytesLimit } from '@gwanje/domain/formats/bytes';
import { formatCores, formatCoresLimit } from '@gwanje/domain/formats/cores';
import { formatCount, formatValueOfTotal } from '@gwanje/domain/formats/count';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { ContainerRow } from '@gwanje/kinds/container/columns';
import type { PodRow } from '@gwanje/kinds/pod/columns';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { StateCell, TextCell } from '@gwanje/ui/list/cells';
import { EmptyState } from '@gwanje/ui/states';
import { type ReactNode, useMemo } from 'react';
import { PageLink } from '#components/links/page-link.tsx';
import {
  containerStateAppearance,
  dimIfStale,
  podStatusAppearance,
} from '#components/list/columns/state-appearance.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { objectHref } from '../mon-address.ts';
import panels from '../panels/panels.module.css';
import type { NodeInfo } from './object-queries.ts';
import type { Texts } from './object-view.ts';

interface CompactTableProps<Row> {
  readonly label: string;
  readonly columns: (texts: Texts) => readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  readonly empty: ReactNode;
  readonly error?: ReactNode;
}

function CompactTable<Row extends object>({ columns, ...table }: CompactTableProps<Row>) {
  const t = useT();
  const language = useLanguage();
  const shown = useMemo(() => columns({ t, language }), [columns, t, language]);
  return <DataTable {...table} columns={shown} loadingLabel={t('shell.loading')} />;
}

function nameColumn<Row extends { readonly name: string }>(
  label: string,
  hrefOf: (row: Row) => string,
): Column<Row> {
  return {
    id: 'name',
    label,
    format: (row) => <PageLink className={panels.cellLink} href={hrefOf(row)} text={row.name} />,
  };
}

function usageColumns<Row extends { readonly restartCnt: number | null }>(
  { t }: Texts,
  cpu: (row: Row) => string,
  mem: (row: Row) => string,
): Column<Row>[] {
  return [
    {
      id: 'restarts',
      label: t('columns.restarts'),
      format: ({ restartCnt }) => formatCount(restartCnt),
      align: 'end',
    },
    { id: 'cpu', label: t('columns.cpu'), format: cpu, align: 'end' },
    { id: 'mem', label: t('columns.mem'), format: mem, align: 'end' },
  ];
}

export function ContainerTable({ rows }: { readonly rows: readonly ContainerRow[] }) {
  const t = useT();
  return (
    <CompactTable
      label={t('columns.containers')}
      columns={containerColumns}
      rows={rows}
      rowId={({ containerId }) => String(containerId)}
      empty={<EmptyState icon="mdi-docker" title={t('monitoring.noContainers')} />}
    />
  );
}

function containerColumns(texts: Texts): Column<ContainerRow>[] {
  const { t } = texts;
  return [
    nameColumn(t('columns.container'), ({ containerId, hostId }) =>
      objectHref('container', containerId, hostId),
    ),
    {
      id: 'state',
      label: t('columns.state'),
      format: ({ state, stateReason, isStale }) => {
        const look = dimIfStale(containerStateAppearance(state, texts), isStale);
        return <StateCell {...look} label={stateReason ? `${look.label} · ${stateReason}` : look.label} />;
      },
    },
    { id: 'type', label: t('columns.type'), format: ({ type }) => t(`columns.containerType.${type}`) },
    ...usageColumns<ContainerRow>(
      texts,
      ({ cpuUsedCores, cpuLimitCores }) =>
        `${formatCores(cpuUsedCores)} / ${formatCoresLimit(cpuLimitCores)}`,
      ({ memUsedBytes, memLimitBytes }) =>
        `${formatBytes(memUsedBytes)} / ${formatBytesLimit(memLimitBytes)}`,
    ),
    { id: 'image', label: t('columns.image'), format: ({ image }) => <TextCell text={image} isQuiet /> },
  ];
}

interface PodTableProps {
  readonly rows: readonly PodRow[] | undefined;
  readonly error?: ReactNode;
}

export function PodTable({ rows, error }: PodTableProps) {
  const t = useT();
  return (
    <CompactTable
      label={t('columns.pods')}
      columns={podColumns}
      rows={rows}
      rowId={({ podId }) => String(podId)}
      empty={<EmptyState icon="mdi-cube-outline" title={t('monitoring.noPods')} />}
      error={error}
    />
  );
}

function podColumns(texts: Texts): Column<PodRow>[] {
  const { t } = texts;
  return [
    nameColumn(t('columns.pod'), ({ podId, hostId }) => objectHref('pod', podId, hostId)),
    {
      id: 'namespace',
      label: t('columns.namespace'),
      format: ({ namespace }) => <TextCell text={namespace} isQuiet />,
    },
    {
      id: 'status',
      label: t('columns.state'),
      format: ({ status, isStale }) => (
        <StateCell {...dimIfStale(podStatusAppearance(status, texts), isStale)} />
      ),
    },
    {
      id: 'ready',
      label: t('columns.ready'),
      format: ({ readyCnt, containerCnt }) => formatValueOfTotal(readyCnt, containerCnt),
      align: 'end',
    },
    ...usageColumns<PodRow>(
      texts,
      ({ cpuUsedCores }) => formatCores(cpuUsedCores),
      ({ memUsedBytes }) => formatBytes(memUsedBytes),
    ),
  ];
}

type ConditionRow = NodeInfo['conditions'][number];

/** `Ready` and similar conditions are good when True, pressures when False. */
export function isGoodCondition({ type, status }: Pick<ConditionRow, 'type' | 'status'>): boolean {
  const isProblem = /Pressure$|Unavailable$|Problem$|^DisruptionTarget$/.test(type);
  return status === (isProblem ? 'False' : 'True');
}

export function ConditionTable({ rows }: { readonly rows: readonly ConditionRow[] }) {
  const t = useT();
  return (
    <CompactTable
      label={t('columns.condition')}
      columns={conditionColumns}
      rows={rows}
      rowId={({ type }) => type}
      empty={<EmptyState icon="mdi-list-status" title={t('monitoring.noConditions')} />}
    />
  );
}

function conditionColumns({ t }: Texts): Column<ConditionRow>[] {
  return [
    { id: 'type', label: t('columns.condition'), value: ({ type }) => type },
    {
      id: 'status',
      label: t('columns.state'),
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
      format: ({ reason, message }) => <TextCell text={reason ?? '-'} title={message ?? undefined} />,
    },
    {
      id: 'changedAt',
      label: t('monitoring.changedAt'),
      format: ({ changedAt }) => formatTimestamp(changedAt),
    },
  ];
}
