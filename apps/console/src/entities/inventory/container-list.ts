import { containerStates, containerTypes } from '@gwanje/contract/clusters/states';
import { listContainers } from '@gwanje/kinds/container/calls';
import { containerColumns } from '@gwanje/kinds/container/columns';
import {
  bytes,
  choice,
  count,
  flag,
  id,
  link,
  name,
  perSecond,
  rate,
  ratio,
  state,
  text,
  time,
} from '#components/list/columns/column-formats.tsx';
import { containerStateAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type RowOf } from '#components/list/define-list.ts';
import { pageAddress } from './kind-views.ts';
import { cpuFormats, goneMs, kindTraits, lifeFormats, memFormats, nodeFormats } from './life-columns.ts';

type Row = RowOf<typeof containerColumns>;

const traits = kindTraits('container');

export const containerList = defineList({
  ...traits,
  title: 'containers.list',
  endpoint: listContainers,
  contract: containerColumns,
  kubectlOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.namespace,
    resource: 'pod',
    name: row.podName,
    container: row.name,
  }),
  placesOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.namespace,
    pod: row.podName,
    node: row.nodeName,
    container: row.name,
    to: goneMs(row.deletedAt),
  }),
  defaultOrder: ['state', 'podName', 'name'],
  defaultColumns: [
    'name',
    'podName',
    'namespace',
    'state',
    'stateReason',
    'restartCnt',
    'cpuUsedCores',
    'memUsedBytes',
    'blockInBps',
    'blockOutBps',
    'image',
  ],
  columns: {
    name: name('columns.container', traits.linkOf, { width: 200 }),
    podName: link('columns.pod', ({ hostId, podId }: Row) => pageAddress('pod', hostId, podId), {
      width: 230,
    }),
    namespace: text('columns.namespace', { width: 116 }),
    clusterName: text('columns.cluster', { width: 140 }),
    state: state('columns.state', containerStateAppearance, containerStates),
    stateReason: text('columns.stateReason', { width: 120 }),
    type: choice('columns.type', (type, { t }) => t(`columns.containerType.${type}`), containerTypes, {
      width: 90,
    }),
    isReady: flag('columns.ready', { width: 70 }),
    restartCnt: { ...count('columns.restarts', { width: 100 }), flashes: true },
    exitCode: count('columns.exitCode'),
    ...cpuFormats,
    cpuThrottledRatio: ratio('columns.cpuThrottled', { width: 120 }),
    ...memFormats,
    memRssBytes: bytes('columns.memRss'),
    memCacheBytes: bytes('columns.memCache'),
    rootfsUsedBytes: bytes('columns.rootfs', { width: 130 }),
    logsUsedBytes: bytes('columns.logs'),
    blockInBps: rate('columns.blockIn'),
    blockOutBps: rate('columns.blockOut'),
    blockInOps: perSecond('columns.blockInOps', { width: 140 }),
    blockOutOps: perSecond('columns.blockOutOps', { width: 140 }),
    image: text('columns.image', { width: 280 }),
    ...nodeFormats,
    podId: id('columns.podId'),
    startedAt: time('columns.startedAt'),
    ...lifeFormats,
  },
});
