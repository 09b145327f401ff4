import { downloadManifest } from '@gwanje/contract/clusters/clusters';
import { errors } from '@gwanje/contract/definition/errors';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { download as handOver } from '@gwanje/ui/download';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { PageTabs } from '#components/tabs/page-tabs.tsx';
import { ApiFailure } from '#core/api/api-failure.ts';
import { download } from '#core/api/client.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { usePollMs } from '#core/refresh/refresh-store.ts';
import { clusterAddress } from '#entities/inventory/object-address.ts';
import classes from '../clusters.module.css';
import { TokensPanel } from './agent-tokens-panel.tsx';
import { DoctorPanel } from './doctor-panel.tsx';
import { type InstallPlatform, installPath, installPlatforms, manifestFile } from './install-commands.ts';
import { installQuery, tokensQuery } from './install-queries.ts';
import { InstallSteps, OfflinePanel } from './install-steps.tsx';
import { EMPTY_OPTIONS, manifestErrors, manifestQuery } from './manifest-options.ts';

const POLL_MS = 5_000;
/** Without problems a slow poll is enough: the stream reports changes. */
const HEALTHY_POLL_MS = 30_000;

export function InstallPage({ platform }: { platform: InstallPlatform }) {
  const hostId = parseIdText(useAddress().search.hostId);
  return hostId === undefined ? null : <Install key={hostId} hostId={hostId} platform={platform} />;
}

function Install({ hostId, platform }: { hostId: number; platform: InstallPlatform }) {
  const t = useT();
  const client = useQueryClient();
  const { search } = useAddress();
  const name = useClusters(
    (state) => state.clusterList.find((cluster) => cluster.hostId === hostId)?.name ?? '',
  );
  const form = useEditForm({
    initialValues: EMPTY_OPTIONS,
    isChanged: () => false,
    validate: manifestErrors,
    reasons: { registry: {}, image: {}, namespace: {}, proxy: {} },
    save: (options) => download(downloadManifest, { params: { hostId }, query: manifestQuery(options) }),
    onSaved: ({ blob }) => {
      handOver(blob, manifestFile(hostId));
      void refresh();
    },
  });
  const pollMs = usePollMs();
  const check = useQuery({
    ...installQuery(hostId),
    refetchInterval: ({ state: { data, error } }) => {
      if (isRefused(error)) return false;
      return data?.isComplete && data.findingList.length === 0 ? pollMs(HEALTHY_POLL_MS) : pollMs(POLL_MS);
    },
  });

  async function refresh(): Promise<void> {
    await Promise.all(
      [installQuery(hostId), tokensQuery(hostId)].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  }

  if (isRefused(check.error)) return <NotManaged hostId={hostId} name={name} />;

  return (
    <>
      <InstallHeader
        name={name}
        actions={
          check.data?.isComplete && (
            <TextButton
              icon="mdi-arrow-right"
              variant="filled"
              onClick={() => void navigateTo(clusterAddress(hostId))}
            >
              {t('clusters.toMonitoring')}
            </TextButton>
          )
        }
      />
      <PageTabs
        label={t('clusters.platforms')}
        tabs={installPlatforms.map((one) => ({
          path: installPath(one),
          label: t(`clusters.platform.${one}`),
          isCurrent: one === platform,
        }))}
        search={{ hostId: search.hostId }}
      />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <InstallSteps hostId={hostId} platform={platform} check={check.data} form={form} />
          <OfflinePanel check={check.data} options={form.values} />
        </div>
        <div className={classes.stack}>
          <DoctorPanel check={check} />
          <TokensPanel hostId={hostId} onChanged={() => void refresh()} />
        </div>
      </div>
    </>
  );
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === errors.noPermission.code;
}

/** Group admins also see clusters of granted groups, which they do not manage. */
function NotManaged({ hostId, name }: { hostId: number; name: string }) {
  const t = useT();
  return (
    <>
      <InstallHeader name={name} />
      <Panel>
        <EmptyState
          icon="mdi-lock-outline"
          title={t('clusters.notManaged')}
          text={t('clusters.notManagedText')}
          actions={
            <TextButton onClick={() => void navigateTo(clusterAddress(hostId))}>
              {t('clusters.toMonitoring')}
            </TextButton>
          }
        />
      </Panel>
    </>
  );
}

function InstallHeader({ name, actions }: { name: string; actions?: ReactNode }) {
  const t = useT();
  return (
    <SettingsHeader
      title={t('routes.settingHostAgentInstall')}
      path={[{ to: '/setting/mon/cluster-list', label: t('routes.settingMonClusterList') }]}
      marks={
        <Chip colour="grey" icon="mdi-kubernetes">
          <bdi>{name}</bdi>
        </Chip>
      }
      actions={actions}
    />
  );
}
