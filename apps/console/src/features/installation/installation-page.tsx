import './installation-messages.ts';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Panel } from '@gwanje/ui/panel';
import { SkeletonLines } from '@gwanje/ui/skeletons';
import { useQuery } from '@tanstack/react-query';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { AgentsPanel } from './agents-panel.tsx';
import { DatabasePanel } from './database-panel.tsx';
import classes from './installation.module.css';
import { type Health, healthQuery } from './installation-health.ts';
import { KeyFigures } from './key-figures.tsx';
import { SamplesPanel } from './samples-panel.tsx';
import { ServerPanel } from './server-panel.tsx';
import { SettingsFilePanel } from './settings-file/settings-file-panel.tsx';

const REFRESH_MS = 10_000;

/** The health of the installation: possible problems first, then sizes. */
export function InstallationPage() {
  const t = useT();
  const query = useQuery({ ...healthQuery, refetchInterval: REFRESH_MS });
  const { data } = query;
  return (
    <>
      <SettingsHeader
        title={t('routes.settingInstallation')}
        {...(data && { dataAge: t('installation.asOf', { time: formatTimestamp(data.at) }) })}
      />
      {data ? (
        <HealthPanels health={data} />
      ) : query.isError ? (
        <Panel>
          <LoadFailed title={t('installation.loadFailed')} query={query} />
        </Panel>
      ) : (
        <SkeletonLines label={t('shell.loading')} lines={12} />
      )}
    </>
  );
}

function HealthPanels({ health }: { readonly health: Health }) {
  return (
    <div className={classes.page}>
      <KeyFigures health={health} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <ServerPanel health={health} />
          <SamplesPanel health={health} />
        </div>
        <div className={classes.column}>
          <AgentsPanel health={health} />
          <DatabasePanel health={health} />
        </div>
      </div>
      <SettingsFilePanel />
    </div>
  );
}
