import { containerStates, containerTypes } from '@gwanje/contract/objects/object-states';
import * as column from '#components/list/columns/column-formats.tsx';
import { containerStateAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type RowOf } from '#components/list/define-list.ts';
import { cpuFormats, kindTraits, lifeFormats, memFormats, nodeFormats } from './life-columns.ts';
import { pageAddress } from './object-address.ts';

const traits = kindTraits('container');
type Row = RowOf<typeof traits.contract>;

export const containerList = defineList({
  ...traits,
  title: 'containers.list',
  kubectlOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.namespace,
    resource: 'pod',
    name: row.podName,
    container: row.name,
  }),
  defaultOrder: ['state', 'podName', 'name'],
  columns: {
    name: column.name('columns.container', traits.linkOf, { width: 200 }),
    podName: column.shown(
      column.link('columns.pod', ({ hostId, podId }: Row) => pageAddress('pod', hostId, podId), {
        width: 230,
      }),
    ),
    namespace: column.shown(column.text('columns.namespace', { width: 116 })),
    clusterName: column.text('columns.cluster', { width: 140 }),
    state: column.shown(column.state('columns.state', containerStateAppearance, containerStates)),
    stateReason: column.shown(column.text('columns.stateReason', { width: 120 })),
    type: column.choice('columns.type', (type, { t }) => t(`columns.containerType.${type}`), containerTypes, {
      width: 90,
    }),
    isReady: column.flag('columns.ready', { width: 70 }),
    restartCnt: column.shown({ ...column.count('columns.restarts', { width: 100 }), flashes: true }),
    exitCode: column.count('columns.exitCode'),
    ...cpuFormats,
    cpuThrottledRatio: column.ratio('columns.cpuThrottled', { width: 120 }),
    ...memFormats,
    memRssBytes: column.bytes('columns.memRss'),
    memCacheBytes: column.bytes('columns.memCache'),
    rootfsUsedBytes: column.bytes('columns.rootfs', { width: 130 }),
    logsUsedBytes: column.bytes('columns.logs'),
    blockInBps: column.shown(column.rate('columns.blockIn')),
    blockOutBps: column.shown(column.rate('columns.blockOut')),
    blockInOps: column.perSecond('columns.blockInOps', { width: 140 }),
    blockOutOps: column.perSecond('columns.blockOutOps', { width: 140 }),
    image: column.shown(column.text('columns.image', { width: 280 })),
    ...nodeFormats,
    podId: column.id('columns.podId'),
    startedAt: column.time('columns.startedAt'),
    ...lifeFormats,
    createdAt: column.age('columns.age'),
  },
});
