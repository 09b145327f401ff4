import { formatBytes, formatBytesLimit } from '@gwanje/domain/formats/bytes';
import { formatCores, formatCoresLimit } from '@gwanje/domain/formats/cores';
import { formatCount, formatValueOfTotal } from '@gwanje/domain/formats/count';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { Language } from '@gwanje/domain/language';
import type { ContainerRow } from '@gwanje/kinds/container/columns';
import type { PodRow } from '@gwanje/kinds/pod/columns';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { StateCell, TextCell } from '@gwanje/ui/list/cells';
import { EmptyState } from '@gwanje/ui/states';
import { type ReactNode, useMemo } from 'react';
import {
  containerStateAppearance,
  dimIfStale,
  podStatusAppearance,
} from '#components/list/columns/state-appearance.ts';
import { type Translate, useLanguage, useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
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

interface CompactTableProps<Row> {
  readonly label: string;
  readonly columns: (words: Words) => readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  readonly empty: ReactNode;
  readonly error?: ReactNode;
}

interface Words {
  readonly t: Translate;
  readonly language: Language;
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
    value: ({ name }) => name,
    format: (row) => <NameLink href={hrefOf(row)} name={row.name} />,
  };
}

interface Used {
  readonly restartCnt: number | null;
  readonly cpuUsedCores: number | null;
  readonly memUsedBytes: number | null;
}

/** Restarts, processor and memory, each as the kind of object words it. */
function usageColumns<Row extends Used>(
  { t }: Words,
  cpu: (row: Row) => string,
  mem: (row: Row) => string,
): Column<Row>[] {
  return [
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
      format: cpu,
      align: 'end',
    },
    {
      id: 'mem',
      label: t('columns.mem'),
      value: ({ memUsedBytes }) => memUsedBytes,
      format: mem,
      align: 'end',
    },
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

function containerColumns(words: Words): Column<ContainerRow>[] {
  const { t } = words;
  return [
    nameColumn(t('columns.container'), ({ containerId, hostId }) =>
      objectHref('container', containerId, hostId),
    ),
    {
      id: 'state',
      label: t('columns.state'),
      value: ({ state }) => state,
      format: ({ state, stateReason, isStale }) => {
        const look = dimIfStale(containerStateAppearance(state, words), isStale);
        return <StateCell {...look} label={stateReason ? `${look.label} · ${stateReason}` : look.label} />;
      },
    },
    {
      id: 'type',
      label: t('columns.type'),
      value: ({ type }) => type,
      format: ({ type }) => t(`columns.containerType.${type}`),
    },
    ...usageColumns<ContainerRow>(
      words,
      ({ cpuUsedCores, cpuLimitCores }) =>
        `${formatCores(cpuUsedCores)} / ${formatCoresLimit(cpuLimitCores)}`,
      ({ memUsedBytes, memLimitBytes }) =>
        `${formatBytes(memUsedBytes)} / ${formatBytesLimit(memLimitBytes)}`,
    ),
    {
      id: 'image',
      label: t('columns.image'),
      value: ({ image }) => image,
      format: ({ image }) => <TextCell text={image} isQuiet />,
    },
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

function podColumns(words: Words): Column<PodRow>[] {
  const { t } = words;
  return [
    nameColumn(t('columns.pod'), ({ podId, hostId }) => objectHref('pod', podId, hostId)),
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
      format: ({ status, isStale }) => (
        <StateCell {...dimIfStale(podStatusAppearance(status, words), isStale)} />
      ),
    },
    {
      id: 'ready',
      label: t('columns.ready'),
      value: ({ readyCnt }) => readyCnt,
      format: ({ readyCnt, containerCnt }) => formatValueOfTotal(readyCnt, containerCnt),
      align: 'end',
    },
    ...usageColumns<PodRow>(
      words,
      ({ cpuUsedCores }) => formatCores(cpuUsedCores),
      ({ memUsedBytes }) => formatBytes(memUsedBytes),
    ),
  ];
}

type ConditionRow = NodeInfo['conditions'][number];

/** A condition is good when it says so of itself: Ready and its like by True, the pressures by False. */
export function isGoodCondition({ type, status }: Pick<ConditionRow, 'type' | 'status'>): boolean {
  const isFault = /Pressure$|Unavailable$|Problem$|^DisruptionTarget$/.test(type);
  return status === (isFault ? 'False' : 'True');
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

function conditionColumns({ t }: Words): Column<ConditionRow>[] {
  return [
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
  ];
}
