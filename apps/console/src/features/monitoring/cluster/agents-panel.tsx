import { formatAge, formatElapsed, formatTimestamp, STALE_AFTER_MS } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useTexts } from '#core/i18n/i18n.ts';
import classes from './cluster.module.css';
import type { ClusterSummary } from './cluster-banners.tsx';

type Agent = ClusterSummary['agentList'][number];

/** Agents that are silent or have a problem come first, with the problem and its start time. */
export function AgentsPanel({ agentList, serverTime }: { agentList: readonly Agent[]; serverTime: string }) {
  const { t, language } = useTexts();
  const ageMs = (agent: Agent) => Date.parse(serverTime) - Date.parse(agent.lastBatchAt);
  const isSilent = (agent: Agent) => ageMs(agent) >= STALE_AFTER_MS;
  const troubled = (agent: Agent) => agent.problemList.length + Number(agent.isClockWrong);
  const list = [...agentList].sort(
    (a, b) => Number(isSilent(b)) - Number(isSilent(a)) || troubled(b) - troubled(a),
  );
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
                {...appearanceOf(isSilent(agent), troubled(agent) > 0)}
                label={t(
                  agent.role === 'cluster' ? 'monitoring.agentRole.cluster' : 'monitoring.agentRole.node',
                )}
              />
              <span className={classes.quiet}>
                {agent.version} · {isSilent(agent) && `${t('monitoring.stale')} · `}
                {formatAge(ageMs(agent), language)}
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

function appearanceOf(isSilent: boolean, isTroubled: boolean) {
  if (isSilent) return { colour: 'grey', icon: 'mdi-timer-sand' } as const;
  return isTroubled
    ? ({ colour: 'orange', icon: 'mdi-alert' } as const)
    : ({ colour: 'normal', icon: 'mdi-check-circle-outline' } as const);
}
