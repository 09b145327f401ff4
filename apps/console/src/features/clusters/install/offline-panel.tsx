import { Panel } from '@gwanje/ui/panel';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../clusters.module.css';
import { CommandBlock } from './command-block.tsx';
import { offlineCommands } from './install-commands.ts';
import type { InstallCheck } from './install-queries.ts';
import type { ManifestDraft } from './manifest-options.ts';

interface OfflinePanelProps {
  readonly check: InstallCheck | undefined;
  readonly options: ManifestDraft;
}

/** For clusters without access to a public registry: the image as a file, made where the console runs. */
export function OfflinePanel({ check, options }: OfflinePanelProps) {
  const t = useT();
  const registry = options.registry.trim() || t('clusters.place.registry');
  const commands = offlineCommands(check?.agentImage ?? '', check?.serverVersion ?? '', registry);
  return (
    <Panel title={t('clusters.offline')} note={t('clusters.offlineNote')} padded>
      <p className={classes.stepText}>{t('clusters.offlineBuild')}</p>
      <CommandBlock label={t('clusters.offlineBuildLabel')} command={commands.build} />
      <p className={classes.stepText}>{t('clusters.offlinePush')}</p>
      <CommandBlock label={t('clusters.offlinePushLabel')} command={commands.push} />
      <p className={classes.stepText}>{t('clusters.offlineImport')}</p>
      <CommandBlock label={t('clusters.offlineImportLabel')} command={commands.importOnNodes} />
      <p className={classes.note}>{t('clusters.offlineThen')}</p>
    </Panel>
  );
}
