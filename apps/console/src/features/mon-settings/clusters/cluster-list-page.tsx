import { listAgentVersions } from '@gwanje/contract/clusters/cluster-settings';
import type { Actor } from '@gwanje/domain/access/permissions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { Chip } from '@gwanje/ui/chip';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { ObjectList } from '#components/list/object-list.tsx';
import type { BulkAction } from '#components/list/toolbar/selection-bar.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import { useMayChange } from '#core/session/session-store.ts';
import classes from '#entities/object-settings/mon-settings.module.css';
import { ChangeClustersDialog, type ClusterChangeKind } from './change-clusters-dialog.tsx';
import { ClusterDrawer } from './cluster-drawer.tsx';
import { type ClusterRow, clusterList } from './cluster-list.tsx';
import { DeleteClusterDialog } from './delete-clusters-dialog.tsx';
import '#components/list/object-list-messages.ts';
import { withActor } from '#core/session/write-access.tsx';

const CHANGES = [
  ['group', 'mdi-folder-move-outline'],
  ['template', 'mdi-file-document-multiple-outline'],
  ['watch', 'mdi-eye-outline'],
  ['unwatch', 'mdi-eye-off-outline'],
] as const satisfies readonly (readonly [ClusterChangeKind, IconName])[];

type Bulk = Omit<ComponentProps<typeof ChangeClustersDialog>, 'actor'>;

export const ClusterListPage = withActor(ClusterSettings);

function ClusterSettings({ actor }: { actor: Actor }) {
  const t = useT();
  const mayChange = useMayChange();
  const address = useAddress();
  const opened = parseIdText(address.search.open);
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const [deleted, setDeleted] = useState<{ readonly hostId: number; readonly name: string } | null>(null);

  /** The clusters that the user may change. If there are none, the page shows a notice. */
  function managed(rows: readonly ClusterRow[]): readonly ClusterRow[] {
    const some = rows.filter(({ isManaged }) => isManaged);
    refuseWhileReadOnly(some.length === 0);
    return some;
  }

  const bulkActions = CHANGES.map(
    ([kind, icon]): BulkAction<ClusterRow> => ({
      id: kind,
      label: t(`monSettings.change.${kind}`),
      icon,
      run: async (rows) => {
        const some = managed(rows);
        if (some.length === 0) return 'kept';
        const closed = Promise.withResolvers<boolean>();
        setBulk({ kind, rows: some, onClose: closed.resolve });
        const isDone = await closed.promise;
        setBulk(null);
        return isDone ? 'done' : 'kept';
      },
    }),
  );

  return (
    <>
      <SettingsHeader
        title={t('routes.settingMonClusterList')}
        actions={
          mayChange && (
            <Button component={Link} to="/setting/host/cluster-create" leftSection={<Icon name="mdi-plus" />}>
              {t('routes.settingHostClusterCreate')}
            </Button>
          )
        }
      />
      <VersionsPanel
        onOutdated={() => void address.change({ 'f.isAgentOutdated': 'Y' })}
        onVersion={(version) => void address.change({ 'f.agentVersion': version })}
      />
      <ObjectList
        declaration={clusterList}
        onOpen={({ hostId }) => void address.change({ open: String(hostId) })}
        bulkActions={mayChange ? bulkActions : []}
      />
      {bulk && <ChangeClustersDialog actor={actor} {...bulk} />}
      {opened !== undefined && (
        <ClusterDrawer
          key={opened}
          actor={actor}
          hostId={opened}
          onDelete={setDeleted}
          onClose={() => address.change({ open: undefined })}
        />
      )}
      {deleted && (
        <DeleteClusterDialog
          hostId={deleted.hostId}
          name={deleted.name}
          onClose={() => setDeleted(null)}
          onDeleted={() => address.change({ open: undefined }, { replace: true })}
        />
      )}
    </>
  );
}

const versionsQuery = apiQuery(
  listAgentVersions,
  {},
  { staleMs: 10_000, changesWith: ['sample', 'state'], everyIntervals: 2 },
);
const NAMES_SHOWN = 20;

interface VersionsPanelProps {
  readonly onOutdated: () => void;
  readonly onVersion: (version: string) => void;
}

/** The number of agents per version, and the agents that are older than the server. */
function VersionsPanel({ onOutdated, onVersion }: VersionsPanelProps) {
  const t = useT();
  const { data } = useQuery(versionsQuery);
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
          <Chip
            colour="orange"
            icon="mdi-timer-sand"
            label={t('monSettings.silentCnt', { cnt: formatNumber(silentCnt) })}
          />
        )}
        {neverConnectedCnt > 0 && (
          <span>{t('monSettings.neverConnectedCnt', { cnt: formatNumber(neverConnectedCnt) })}</span>
        )}
      </span>
    </section>
  );
}
