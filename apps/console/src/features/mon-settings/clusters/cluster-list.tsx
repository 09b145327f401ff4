import { clusterColumns, listClusterSettings } from '@gwanje/contract/clusters/cluster-settings';
import { monResults } from '@gwanje/contract/objects/object-states';
import { DASH } from '@gwanje/domain/formats/numbers';
import { Chip } from '@gwanje/ui/chip';
import { StateCell, TextCell } from '@gwanje/ui/list/cells';
import {
  count,
  dataAge,
  flag,
  id,
  name,
  shown,
  state,
  text,
  time,
} from '#components/list/columns/column-formats.tsx';
import { monResultAppearance } from '#components/list/columns/state-appearance.ts';
import { type ColumnFormat, defineList, type RowOf } from '#components/list/define-list.ts';
import classes from '#entities/object-settings/mon-settings.module.css';
import { watchFormat } from '#entities/object-settings/watch-columns.tsx';

export type ClusterRow = RowOf<typeof clusterColumns>;

const agentVersion: ColumnFormat<string | null, ClusterRow> = {
  label: 'monSettings.agentVersion',
  width: 110,
  cell: (version, { isAgentOutdated }, { t }) =>
    version === null ? (
      DASH
    ) : (
      <span className={classes.version}>
        <TextCell text={version} />
        {isAgentOutdated && <Chip colour="orange" icon="mdi-alert" label={t('monSettings.outdated')} />}
      </span>
    ),
  csv: (version) => version,
};

const plainState = state('columns.state', monResultAppearance, monResults);

/** A cluster that has never sent data is not shown as stopped. */
const stateFormat: ColumnFormat<ClusterRow['monResult'], ClusterRow> = {
  ...plainState,
  cell: (result, row, context) =>
    isAwaited(row) ? (
      <StateCell label={context.t('columns.noContactYet')} icon="mdi-timer-sand-empty" colour="grey" />
    ) : (
      plainState.cell(result, row, context)
    ),
  csv: (result, row, context) =>
    isAwaited(row) ? context.t('columns.noContactYet') : plainState.csv(result, row, context),
};

function isAwaited({ dataAt, monResult }: ClusterRow): boolean {
  return dataAt === null && monResult === 'stale';
}

/** A value that has not arrived yet is a dash, neither 'none' nor 'no'. */
function afterContact<Value>(format: ColumnFormat<Value, unknown>): ColumnFormat<Value, ClusterRow> {
  return {
    ...format,
    cell: (value, row, context) => (row.dataAt === null ? DASH : format.cell(value, row, context)),
    csv: (value, row, context) => (row.dataAt === null ? null : format.csv(value, row, context)),
  };
}

export const clusterList = defineList({
  name: 'settingClusters',
  title: 'monSettings.clusters',
  endpoint: listClusterSettings,
  changesWith: ['sample', 'state', 'alarm'],
  contract: clusterColumns,
  primary: 'name',
  rowKey: ({ hostId }) => String(hostId),
  nameOf: (row) => row.name,
  dataAtOf: (row) => row.dataAt,
  defaultOrder: ['name'],
  columns: {
    name: name('columns.cluster', () => null, { width: 170 }),
    monResult: shown(stateFormat),
    isMonitored: shown(watchFormat),
    metaGroupName: shown(text('monSettings.metaGroup', { width: 150 })),
    subGroupName: shown(text('monSettings.subGroup', { width: 130 })),
    alarmTemplateName: shown(text('monSettings.template', { width: 120 })),
    platform: text('monSettings.platform', { width: 90 }),
    kubernetesVersion: shown(text('monSettings.kubernetesVersion', { width: 160 })),
    agentVersion: shown(agentVersion),
    isAgentOutdated: flag('monSettings.isAgentOutdated', { width: 120 }),
    agentCnt: count('monSettings.agentCnt'),
    problemCnt: shown(count('monSettings.problemCnt', { width: 110 })),
    nodeCnt: shown(afterContact(count('monSettings.nodeCnt', { width: 80 }))),
    podCnt: afterContact(count('columns.podCnt', { width: 90 })),
    isManaged: flag('monSettings.isManaged', { width: 110 }),
    isStale: afterContact(flag('columns.isStale', { width: 100 })),
    dataAt: shown(dataAge('monSettings.lastBatch', { width: 110 })),
    createdAt: time('monSettings.createdAt'),
    updatedAt: time('monSettings.updatedAt'),
    hostId: id('monSettings.hostId'),
  },
});
