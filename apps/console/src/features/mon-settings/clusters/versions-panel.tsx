import { listAgentVersions } from '@gwanje/contract/clusters/cluster-settings';
import { formatNumber } from '@gwanje/domain/formats/number';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useStreamHints } from '#core/stream/use-stream-hints.ts';
import classes from '../mon-settings.module.css';

const versionsQuery = apiQuery(listAgentVersions, {}, { staleMs: 10_000 });
const NAMES_SHOWN = 20;

interface VersionsPanelProps {
  readonly onOutdated: () => void;
  readonly onVersion: (version: string) => void;
}

/** The agents of all clusters by version, and those older than the server. */
export function VersionsPanel({ onOutdated, onVersion }: VersionsPanelProps) {
  const t = useT();
  const { data, refetch } = useQuery(versionsQuery);
  useStreamHints(
    ({ type }) => type === 'clusterState',
    () => void refetch(),
  );
  if (!data) return <section className={classes.versions} aria-label={t('monSettings.versions')} aria-busy />;
  const { versionList, serverVersion, neverConnectedCnt, silentCnt } = data;
  const outdated = versionList.filter(({ isOutdated }) => isOutdated);
  const outdatedCnt = outdated.reduce((sum, { agentCnt }) => sum + agentCnt, 0);
  return (
    <section className={classes.versions} aria-label={t('monSettings.versions')}>
      <span className={classes.versionsTitle}>{t('monSettings.versions')}</span>
      <span className={classes.versionsServer}>
        {t('monSettings.serverVersion')} <strong>{serverVersion}</strong>
      </span>
      <ul className={classes.versionList}>
        {versionList.map(({ version, isOutdated, agentCnt, clusterList }) => (
          <li key={version}>
            <button
              type="button"
              className={`${classes.versionChip} ${isOutdated ? classes.outdated : ''}`}
              title={clusterList
                .slice(0, NAMES_SHOWN)
                .map(({ name }) => name)
                .join('\n')}
              onClick={() => onVersion(version)}
            >
              <Icon name={isOutdated ? 'mdi-alert' : 'mdi-check'} size={14} />
              <bdi>{version}</bdi>
              <span>
                {t('monSettings.agentsOf', {
                  agents: formatNumber(agentCnt),
                  clusters: formatNumber(clusterList.length),
                })}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {outdatedCnt > 0 && (
        <button type="button" className={classes.versionLink} onClick={onOutdated}>
          {t('monSettings.showOutdated', { cnt: formatNumber(outdatedCnt) })}
        </button>
      )}
      <span className={classes.versionsEnd}>
        {silentCnt > 0 && (
          <Chip colour="orange" icon="mdi-timer-sand">
            {t('monSettings.silentCnt', { cnt: formatNumber(silentCnt) })}
          </Chip>
        )}
        {neverConnectedCnt > 0 && (
          <span>{t('monSettings.neverConnectedCnt', { cnt: formatNumber(neverConnectedCnt) })}</span>
        )}
      </span>
    </section>
  );
}
