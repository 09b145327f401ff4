import { formatPercentLimit, percentOf } from '@gwanje/domain/formats/percent';
import { kinds, kubectlNameOf, type ListKind } from '@gwanje/kinds/registry';
import {
  age,
  bytesLimit,
  coresLimit,
  dataAge,
  flag,
  id,
  link,
  percentLimit,
  time,
  usage,
} from '#components/list/columns/column-formats.tsx';
import type { ColumnFormat } from '#components/list/define-list.ts';
import type { Places } from '#components/list/rows/external-links.ts';
import type { KubectlTarget } from '#components/list/rows/kubectl.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';
import { isPageKind, pageAddress } from './kind-views.ts';

/** The columns that all monitored kinds share. */
export const lifeFormats = {
  createdAt: age('columns.age'),
  dataAt: dataAge('columns.dataAt'),
  firstSeenAt: time('columns.firstSeenAt'),
  lastSeenAt: time('columns.lastSeenAt'),
  deletedAt: time('columns.deletedAt'),
  isMonitored: flag('columns.isMonitored'),
  isStale: flag('columns.isStale'),
} as const;

/** The end of the time range in external links: the time of deletion; null if the row exists. */
export function goneMs(deletedAt: string | null): number | null {
  return deletedAt === null ? null : Date.parse(deletedAt);
}

/** What the rows of all kinds have, besides their id. */
interface KindRow extends Readonly<Record<string, unknown>> {
  readonly hostId: number;
  readonly clusterName: string;
  readonly name: string;
  readonly namespace?: string | null;
  readonly dataAt: string | null;
  readonly deletedAt: string | null;
}

/** What the lists of all kinds have in common. A list states only its columns and what differs. */
export function kindTraits(kind: ListKind) {
  const { idName } = kinds[kind];
  return {
    name: `${kind}s`,
    primary: 'name',
    defaultOrder: ['monResult', 'name'],
    rowKey: (row: KindRow) => String(row[idName]),
    nameOf: (row: KindRow) => row.name,
    dataAtOf: (row: KindRow) => row.dataAt,
    deletedAtOf: (row: KindRow) => row.deletedAt,
    linkOf: (row: KindRow) => (isPageKind(kind) ? pageAddress(kind, row.hostId, Number(row[idName])) : null),
    kubectlOf: ({ clusterName: cluster, namespace = null, name }: KindRow): KubectlTarget | null => {
      const resource = kubectlNameOf(kind);
      return resource === null ? null : { cluster, namespace, resource, name };
    },
    placesOf: ({ clusterName: cluster, namespace = null, deletedAt }: KindRow): Places => ({
      cluster,
      namespace,
      to: goneMs(deletedAt),
    }),
  } as const;
}

/** A percentage of a limit or request. Without a limit the answer has no percentage, and the row says why. */
export function shareOfLimit<Row>(
  label: PlainKey,
  partsOf: (row: Row) => readonly [used: number | null, bound: number | null],
  { width }: { readonly width: number },
): ColumnFormat<number | null, Row> {
  return {
    ...percentLimit(label, { width }),
    cell: (_share, row) => formatPercentLimit(percentOf(...partsOf(row))),
  };
}

interface CpuRow {
  readonly cpuUsedCores: number | null;
  readonly cpuRequestCores: number | null;
  readonly cpuLimitCores: number | null;
}

/** CPU columns of kinds that have requests and limits. */
export const cpuFormats = {
  cpuUsedCores: usage('columns.cpu', 'cores', ({ cpuRequestCores, cpuLimitCores }: CpuRow) => ({
    request: cpuRequestCores,
    limit: cpuLimitCores,
  })),
  cpuRequestCores: coresLimit('columns.cpuRequest'),
  cpuLimitCores: coresLimit('columns.cpuLimit'),
  cpuUsedLimitPct: shareOfLimit(
    'columns.cpuLimitPct',
    ({ cpuUsedCores, cpuLimitCores }: CpuRow) => [cpuUsedCores, cpuLimitCores],
    { width: 150 },
  ),
} as const;

interface MemRow {
  readonly memUsedBytes: number | null;
  readonly memRequestBytes: number | null;
  readonly memLimitBytes: number | null;
}

export const memFormats = {
  memUsedBytes: usage('columns.mem', 'bytes', ({ memRequestBytes, memLimitBytes }: MemRow) => ({
    request: memRequestBytes,
    limit: memLimitBytes,
  })),
  memRequestBytes: bytesLimit('columns.memRequest', { width: 150 }),
  memLimitBytes: bytesLimit('columns.memLimit', { width: 140 }),
  memUsedLimitPct: shareOfLimit(
    'columns.memLimitPct',
    ({ memUsedBytes, memLimitBytes }: MemRow) => [memUsedBytes, memLimitBytes],
    { width: 150 },
  ),
} as const;

interface NodeRef {
  readonly hostId: number;
  readonly nodeId: number | null;
}

/** The node that the object runs on. */
export const nodeFormats = {
  nodeName: link(
    'columns.node',
    ({ hostId, nodeId }: NodeRef) => (nodeId === null ? null : pageAddress('node', hostId, nodeId)),
    { width: 190 },
  ),
  nodeId: id('columns.nodeId'),
} as const;
