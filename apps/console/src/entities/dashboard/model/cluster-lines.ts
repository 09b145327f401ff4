import type { ClusterState, Platform } from '@gwanje/contract/clusters/cluster-state';
import { formatAge, formatShortAge, isStale, parseInstant } from '@gwanje/domain/formats/time';
import type { IconName } from '@gwanje/ui/icon';
import type { Texts } from '#core/i18n/i18n.ts';

type DataState = 'fresh' | 'stopped' | 'never';

interface DataAge {
  readonly state: DataState;
  readonly text: string;
  /** Two units of the age, without the text of the state; null if the cluster has never sent data. */
  readonly shortAge: string | null;
}

export function dataAgeIcon(state: DataState): IconName {
  return state === 'stopped' ? 'mdi-timer-sand' : 'mdi-clock-outline';
}

/** `sinceAnswerMs`: time since the answer arrived, by the browser's clock. */
export function dataAgeOf(
  dataAt: string | null,
  serverTime: string,
  sinceAnswerMs: number,
  { t, language }: Texts,
): DataAge {
  const dataMs = dataAt === null ? undefined : parseInstant(dataAt);
  const serverMs = parseInstant(serverTime);
  if (dataMs === undefined || serverMs === undefined)
    return { state: 'never', text: t('dashboard.neverCollected'), shortAge: null };
  const nowMs = serverMs + Math.max(0, sinceAnswerMs);
  const age = formatAge(nowMs - dataMs, language);
  const shortAge = formatShortAge(nowMs - dataMs, language);
  return isStale(dataMs, nowMs)
    ? { state: 'stopped', text: `${t('dashboard.collectionStopped')} · ${age}`, shortAge }
    : { state: 'fresh', text: age, shortAge };
}

/** The newest data of all clusters; null if none has sent any. */
export function newestDataAt(clusters: readonly Pick<ClusterState, 'dataAt'>[]): string | null {
  let newest: { readonly dataAt: string; readonly ms: number } | null = null;
  for (const { dataAt } of clusters) {
    const ms = dataAt === null ? undefined : parseInstant(dataAt);
    if (dataAt === null || ms === undefined) continue;
    if (!newest || ms > newest.ms) newest = { dataAt, ms };
  }
  return newest?.dataAt ?? null;
}

/** Clusters with problems come first, so that they show without scrolling; the others keep the order of the response. */
export function clustersByProblem(clusters: readonly ClusterState[]): ClusterState[] {
  return clusters.toSorted((a, b) => severity(b) - severity(a));
}

function severity(cluster: ClusterState): number {
  const { isApiReachable, isStale: hasStopped, dataAt, problemCnt, missingStatistics } = cluster;
  if (dataAt !== null && hasStopped) return 3;
  if (isApiReachable === false) return 2;
  return problemCnt > 0 || missingStatistics ? 1 : 0;
}

const platformNames: Record<Exclude<Platform, 'onprem'>, string> = { aks: 'AKS', eks: 'EKS', gke: 'GKE' };

export function platformName(platform: Platform | null, { t }: Texts): string {
  if (platform === null) return '-';
  return platform === 'onprem' ? t('dashboard.onPremises') : platformNames[platform];
}

const MAX_NAMES = 3;

/** Problems of whole clusters, one sentence per kind of problem. */
export function clusterWarnings(clusters: readonly ClusterState[], { t }: Texts): string[] {
  const stopped = clusters.filter(({ dataAt, isStale: hasStopped }) => dataAt !== null && hasStopped);
  const neverSent = clusters.filter(({ dataAt }) => dataAt === null);
  // While a cluster sends no data, the state of its API server is unknown.
  const unreachable = clusters.filter((one) => !one.isStale && one.isApiReachable === false);
  const problems = [
    ['stoppedClusters', stopped],
    ['unreachableClusters', unreachable],
    ['silentClusters', neverSent],
    ['statisticsMissingClusters', clusters.filter(({ missingStatistics }) => missingStatistics)],
  ] as const;
  return problems
    .filter(([, list]) => list.length > 0)
    .map(([key, list]) => t(`dashboard.${key}`, { cnt: list.length, names: namesOf(list, t) }));
}

function namesOf(clusters: readonly ClusterState[], t: Texts['t']): string {
  const names = clusters
    .slice(0, MAX_NAMES)
    .map(({ name }) => name)
    .join(', ');
  const more = clusters.length - MAX_NAMES;
  return more > 0 ? t('dashboard.namesMore', { names, more }) : names;
}
