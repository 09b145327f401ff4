import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import { formatNumber } from '@gwanje/domain/formats/number';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useNow } from '#core/browser/use-now.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { ChildMark } from '#entities/dashboard/child-mark.tsx';
import { clustersByProblem, dataAgeOf, platformName } from '#entities/dashboard/model/cluster-lines.ts';
import type { SummaryAnswer } from '#entities/dashboard/model/status-cells.ts';
import classes from './cluster-tables.module.css';
import { LongRows, useScrollStep } from './long-rows.tsx';

interface PlatformTableProps {
  readonly summary: SummaryAnswer;
  readonly answeredMs: number;
}

const TICK_MS = 1000;
const COLUMN_CNT = 8;

function textsOf({ name, kubernetesVersion, agentVersionList }: ClusterState): readonly string[] {
  return [name, kubernetesVersion ?? '', agentVersionList.join(', ')];
}

export const PlatformTable = memo(function PlatformTable({ summary, answeredMs }: PlatformTableProps) {
  const { t, language } = useTexts();
  const { platformList, serverTime } = summary;
  const rows = useMemo(() => clustersByProblem(platformList), [platformList]);
  const { step, onScroll } = useScrollStep();
  if (platformList.length === 0) return <p className={classes.note}>{t('dashboard.noPlatform')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users scroll the table by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={t('dashboard.platform')} onScroll={onScroll}>
      <table className={classes.table} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.cluster')}</th>
            <th scope="col" className={classes.kind}>
              {t('dashboard.kind')}
            </th>
            <th scope="col">{t('dashboard.version')}</th>
            <th scope="col">{t('dashboard.apiServer')}</th>
            <th scope="col" className={classes.end}>
              {t('dashboard.nodes')}
            </th>
            <th scope="col" className={classes.end}>
              {t('dashboard.systemPods')}
            </th>
            <th scope="col">{t('dashboard.agent')}</th>
            <th scope="col" className={classes.end}>
              {t('dashboard.dataAge')}
            </th>
          </tr>
        </thead>
        <LongRows
          rows={rows}
          step={step}
          columnCnt={COLUMN_CNT}
          keyOf={({ hostId }) => hostId}
          textsOf={textsOf}
        >
          {(cluster) => (
            <>
              <td className={classes.owner} title={cluster.name}>
                <span className={classes.named}>
                  <Link
                    to="/mon/summary"
                    search={{ hostId: String(cluster.hostId) }}
                    className={`${classes.cluster} ${classes.name}`}
                  >
                    <bdi>{cluster.name}</bdi>
                  </Link>
                  <ChildMark cluster={cluster} />
                  {cluster.alarmsFailingSince !== null && (
                    <span
                      className={classes.short}
                      title={t('dashboard.alarmsFailingSince', {
                        time: formatTimestamp(cluster.alarmsFailingSince),
                      })}
                    >
                      {t('dashboard.alarmsFailing')}
                    </span>
                  )}
                </span>
              </td>
              <td className={classes.kind}>{platformName(cluster.platform, { t, language })}</td>
              <td className={classes.version} title={cluster.kubernetesVersion ?? undefined}>
                {cluster.kubernetesVersion ?? '-'}
              </td>
              <td>
                <ApiServer cluster={cluster} />
              </td>
              <OutOf
                cnt={cluster.nodeReadyCnt}
                totalCnt={cluster.nodeCnt}
                isKnown={cluster.dataAt !== null}
              />
              <OutOf
                cnt={cluster.systemPodReadyCnt}
                totalCnt={cluster.systemPodCnt}
                isKnown={cluster.dataAt !== null}
              />
              <Agents cluster={cluster} />
              <Age cluster={cluster} serverTime={serverTime} answeredMs={answeredMs} />
            </>
          )}
        </LongRows>
      </table>
    </section>
  );
});

function ApiServer({ cluster }: { cluster: ClusterState }) {
  const t = useT();
  const { isApiReachable, apiLatencyMs, isStale } = cluster;
  // The state of the API server is unknown while the cluster sends nothing.
  if (isApiReachable === null || isStale) return <Chip colour="grey" label={t('dashboard.apiUnknown')} />;
  if (!isApiReachable) return <Chip colour="red" icon="mdi-alert-circle" label={t('dashboard.apiSilent')} />;
  const latency = apiLatencyMs === null ? undefined : formatNumber(Math.round(apiLatencyMs));
  return (
    <span title={latency === undefined ? undefined : t('dashboard.apiLatency', { latency })}>
      <Chip colour="normal" label={t('dashboard.apiGood')} />
    </span>
  );
}

function OutOf({ cnt, totalCnt, isKnown }: { cnt: number; totalCnt: number; isKnown: boolean }) {
  if (!isKnown) return <td className={classes.end}>-</td>;
  return (
    <td className={`${classes.end} ${cnt < totalCnt ? classes.short : ''}`}>
      {formatNumber(cnt)}/{formatNumber(totalCnt)}
    </td>
  );
}

function Agents({ cluster: { agentCnt, agentVersionList, problemCnt } }: { cluster: ClusterState }) {
  const t = useT();
  if (agentCnt === 0) return <td>-</td>;
  return (
    <td title={agentVersionList.join(', ')}>
      {agentVersionList.join(', ') || '-'}
      {problemCnt > 0 && (
        <span className={classes.short}>
          {' · '}
          {t('dashboard.agentProblems', { cnt: problemCnt })}
        </span>
      )}
    </td>
  );
}

interface AgeProps {
  readonly cluster: ClusterState;
  readonly serverTime: string;
  readonly answeredMs: number;
}

/** A separate component, so that each tick of the clock renders only this cell. */
function Age({ cluster, serverTime, answeredMs }: AgeProps) {
  const { t, language } = useTexts();
  const nowMs = useNow(TICK_MS);
  const { state, text, age } = dataAgeOf(cluster.dataAt, serverTime, nowMs - answeredMs, { t, language });
  return (
    <td className={`${classes.end} ${state === 'fresh' ? '' : classes[state]}`} title={text}>
      {state === 'stopped' && (
        <>
          <Icon name="mdi-timer-sand" size={13} />{' '}
          <span className={classes.word}>{t('dashboard.collectionStopped')} · </span>
        </>
      )}
      {age ?? text}
    </td>
  );
}
