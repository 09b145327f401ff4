import { formatAge, formatElapsed } from '@gwanje/domain/formats/elapsed';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import { useLanguage, useT } from '#shared/i18n/i18n.ts';
import classes from './cluster.module.css';
import type { ClusterSummary } from './cluster-banners.tsx';

interface AgentsPanelProps {
  readonly agentList: ClusterSummary['agentList'];
  readonly serverTime: string;
}

/** Those with a problem first, in words that say what is wrong and since when. */
export function AgentsPanel({ agentList, serverTime }: AgentsPanelProps) {
  const t = useT();
  const language = useLanguage();
  const troubled = (agent: AgentsPanelProps['agentList'][number]) =>
    agent.problemList.length + Number(agent.isClockWrong);
  const list = [...agentList].sort((a, b) => troubled(b) - troubled(a));
  return (
    <Panel title={t('monitoring.agents')} note={String(agentList.length)}>
      {list.length === 0 ? (
        <EmptyState
          icon="mdi-access-point-off"
          title={t('monitoring.noAgents')}
          text={t('monitoring.neverClusterText')}
        />
      ) : (
        <ul className={classes.agents} aria-label={t('monitoring.agents')}>
          {list.map((agent) => (
            <li key={agent.agentId} className={classes.agent}>
              <bdi className={classes.agentName}>{agent.agentId}</bdi>
              <Chip
                colour={troubled(agent) > 0 ? 'orange' : 'normal'}
                icon={troubled(agent) > 0 ? 'mdi-alert' : 'mdi-check-circle-outline'}
              >
                {t(agent.role === 'cluster' ? 'monitoring.agentRole.cluster' : 'monitoring.agentRole.node')}
              </Chip>
              <span className={classes.quiet}>
                {agent.version} ·{' '}
                {formatAge(Date.parse(serverTime) - Date.parse(agent.lastBatchAt), language)}
              </span>
              {troubled(agent) > 0 && (
                <ul className={classes.problems}>
                  {agent.isClockWrong && (
                    <li className={classes.problem}>
                      <Icon name="mdi-clock-alert-outline" size={13} />
                      {t('monitoring.clockWrong', {
                        skew: formatElapsed(Math.abs(agent.clockSkewMs), language),
                      })}
                    </li>
                  )}
                  {agent.problemList.map(({ problem, detail, since }) => (
                    <li key={`${problem}${detail}`} className={classes.problem} title={detail}>
                      <Icon name="mdi-alert" size={13} />
                      <span>
                        {t(`monitoring.problem.${problem}`)} <bdi>{detail}</bdi> ({formatTimestamp(since)})
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
