import { formatCount } from '@gwanje/domain/formats/count';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import { useT } from '#core/i18n/i18n.ts';
import { Lines } from './fact-lines.tsx';
import classes from './installation.module.css';
import type { Health } from './installation-health.ts';

export function AgentsPanel({ health: { agents } }: { readonly health: Health }) {
  const t = useT();
  const columns: Column<(typeof agents.versionList)[number]>[] = [
    {
      id: 'role',
      label: t('installation.agentRole'),
      format: ({ role }) => t(role === 'node' ? 'installation.roleNode' : 'installation.roleCluster'),
      width: 130,
    },
    {
      id: 'version',
      label: t('installation.version'),
      format: ({ version, isOutdated }) => (
        <span className={classes.version}>
          {version}
          {isOutdated && <Chip colour="orange">{t('installation.outdated')}</Chip>}
        </span>
      ),
    },
    {
      id: 'agentCnt',
      label: t('installation.agentCnt'),
      value: ({ agentCnt }) => formatCount(agentCnt),
      width: 110,
      align: 'end',
    },
  ];
  return (
    <Panel title={t('installation.agents')}>
      <Lines
        list={[
          [
            t('installation.clusters'),
            t('installation.clusterStates', {
              cnt: formatCount(agents.clusterCnt),
              stale: formatCount(agents.staleClusterCnt),
              silent: formatCount(agents.silentClusterCnt),
            }),
          ],
        ]}
      />
      <DataTable
        label={t('installation.agents')}
        loadingLabel={t('shell.loading')}
        columns={columns}
        rows={agents.versionList}
        rowId={({ role, version }) => `${role} ${version}`}
        empty={<EmptyState icon="mdi-lan-disconnect" title={t('installation.noAgents')} text="" />}
      />
    </Panel>
  );
}
