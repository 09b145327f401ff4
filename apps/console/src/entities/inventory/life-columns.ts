import { formatPercentLimit, percentOf } from '@gwanje/domain/formats/numbers';
import { listCallOf, pluralOf } from '@gwanje/kinds/definition/kind';
import { callsOfKinds } from '@gwanje/kinds/kind-calls';
import { type ColumnsOf, kinds, kubectlNameOf, type ListKind } from '@gwanje/kinds/registry';
import * as column from '#components/list/columns/column-formats.tsx';
import type { ColumnFormat } from '#components/list/define-list.ts';
import type { Places } from '#components/list/rows/external-links.ts';
import type { KubectlTarget } from '#components/list/rows/kubectl.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';
import { kindChanges } from '#core/refresh/kind-changes.ts';
import { isLogKind, logAddress } from '#entities/logs/log-address.ts';
import { isPageKind, pageAddress } from './object-address.ts';

/** The columns that all monitored kinds share. */
export const lifeFormats = {
  createdAt: column.shown(column.age('columns.age')),
  dataAt: column.dataAge('columns.dataAt'),
  firstSeenAt: column.time('columns.firstSeenAt'),
  lastSeenAt: column.time('columns.lastSeenAt'),
  deletedAt: column.time('columns.deletedAt'),
  isMonitored: column.flag('columns.isMonitored'),
  isStale: column.flag('columns.isStale'),
} as const;

/** The end of the time range in external links: the time of deletion; null if the row exists. */
export function goneMs(deletedAt: string | null): number | null {
  return deletedAt === null ? null : Date.parse(deletedAt);
}

/** The fields that the rows of all kinds have, besides their id. */
interface KindRow extends Readonly<Record<string, unknown>> {
  readonly hostId: number;
  readonly clusterName: string;
  readonly name: string;
  readonly namespace?: string | null;
  readonly podName?: string;
  readonly nodeName?: string | null;
  readonly dataAt: string | null;
  readonly deletedAt: string | null;
}

/** The common parts of the lists of all kinds. A list declares only its columns and differences. */
export function kindTraits<Kind extends ListKind>(kind: Kind) {
  const { idName } = kinds[kind];
  const contract: ColumnsOf<Kind> = kinds[kind].columns;
  return {
    name: pluralOf(kind),
    endpoint: callsOfKinds[listCallOf(kind)],
    contract,
    changesWith: kindChanges(kind),
    primary: 'name',
    defaultOrder: ['monResult', 'name'],
    rowKey: (row: KindRow) => String(row[idName]),
    nameOf: (row: KindRow) => row.name,
    dataAtOf: (row: KindRow) => row.dataAt,
    deletedAtOf: (row: KindRow) => row.deletedAt,
    linkOf: (row: KindRow) => (isPageKind(kind) ? pageAddress(kind, row.hostId, Number(row[idName])) : null),
    logOf: (row: KindRow) =>
      isLogKind(kind) && row.deletedAt === null ? logAddress(kind, row.hostId, Number(row[idName])) : null,
    kubectlOf: ({ clusterName: cluster, namespace = null, name }: KindRow): KubectlTarget | null => {
      const resource = kubectlNameOf(kind);
      return resource === null ? null : { cluster, namespace, resource, name };
    },
    placesOf: (row: KindRow): Places => ({
      cluster: row.clusterName,
      namespace: row.namespace ?? null,
      pod: row.podName ?? null,
      node: row.nodeName ?? null,
      [kind]: row.name,
      to: goneMs(row.deletedAt),
    }),
  } as const;
}

/** A percentage of a limit or request; 'Not Set' if the limit or request is not set. */
export function shareOf<Used extends string, Bound extends string>(
  label: PlainKey,
  used: Used,
  bound: Bound,
  options: { readonly width: number },
): ColumnFormat<number | null, Amounts<Used | Bound>> {
  return {
    ...column.percentLimit(label, options),
    cell: (_share, row) => formatPercentLimit(percentOf(row[used], row[bound])),
  };
}

type Amounts<Name extends string> = Readonly<Record<Name, number | null>>;

/** CPU columns of kinds that have requests and limits. */
export const cpuFormats = {
  cpuUsedCores: column.shown(
    column.usage('columns.cpu', 'cores', (row: Amounts<'cpuRequestCores' | 'cpuLimitCores'>) => ({
      request: row.cpuRequestCores,
      limit: row.cpuLimitCores,
    })),
  ),
  cpuRequestCores: column.coresLimit('columns.cpuRequest'),
  cpuLimitCores: column.coresLimit('columns.cpuLimit'),
  cpuUsedLimitPct: shareOf('columns.cpuLimitPct', 'cpuUsedCores', 'cpuLimitCores', { width: 150 }),
} as const;

export const memFormats = {
  memUsedBytes: column.shown(
    column.usage('columns.mem', 'bytes', (row: Amounts<'memRequestBytes' | 'memLimitBytes'>) => ({
      request: row.memRequestBytes,
      limit: row.memLimitBytes,
    })),
  ),
  memRequestBytes: column.bytesLimit('columns.memRequest', { width: 150 }),
  memLimitBytes: column.bytesLimit('columns.memLimit', { width: 140 }),
  memUsedLimitPct: shareOf('columns.memLimitPct', 'memUsedBytes', 'memLimitBytes', { width: 150 }),
} as const;

/** The node that the object runs on. */
export const nodeFormats = {
  nodeName: column.link('columns.node', ({ hostId, nodeId }: { hostId: number; nodeId: number | null }) =>
    nodeId === null ? null : pageAddress('node', hostId, nodeId),
  ),
  nodeId: column.id('columns.nodeId'),
} as const;
