import { isLocalUrl } from '@gwanje/domain/formats/localhost';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { Checkbox, TextInput, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import type { EditForm } from '#components/forms/use-edit-form.ts';
import { useNotice } from '#components/list/toolbar/use-notice.ts';
import { copyText } from '#core/browser/copy-text.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useMayChange } from '#core/session/session-store.ts';
import classes from '../clusters.module.css';
import { type InstallPlatform, installCommands, offlineCommands } from './install-commands.ts';
import type { InstallCheck } from './install-queries.ts';
import { DEFAULT_NAMESPACE, type ManifestDraft, type ManifestField, shownImage } from './manifest-options.ts';

interface InstallStepsProps {
  readonly hostId: number;
  readonly platform: InstallPlatform;
  readonly check: InstallCheck | undefined;
  readonly form: EditForm<ManifestDraft, ManifestField>;
}

export function InstallSteps(props: InstallStepsProps) {
  const { hostId, platform, check, form } = props;
  const t = useT();
  const mayChange = useMayChange();
  const commands = installCommands({
    platform,
    hostId,
    namespace: form.values.namespace.trim() || DEFAULT_NAMESPACE,
    serverUrl: check?.serverUrl ?? window.location.origin,
    placeholders: {
      group: t('clusters.place.group'),
      region: t('clusters.place.region'),
      project: t('clusters.place.project'),
      cluster: t('clusters.place.cluster'),
      file: t('clusters.place.file'),
    },
  });
  return (
    <Panel title={t('clusters.install')} note={t('clusters.installNote')}>
      <ol className={classes.steps}>
        <Step title={t('clusters.stepCredentials')} text={t(`clusters.credentials.${platform}`)}>
          <CommandBlock label={t('clusters.stepCredentials')} command={commands.credentials} />
          <CommandBlock label={t('clusters.checkContext')} command={commands.check} />
        </Step>
        <Step title={t('clusters.stepManifest')} text={t('clusters.stepManifestText')}>
          {mayChange ? (
            <ManifestForm {...props} />
          ) : (
            <p className={classes.note}>{t('clusters.manifestNotOffered')}</p>
          )}
        </Step>
        <Step title={t('clusters.stepApply')} text={t('clusters.stepApplyText')}>
          <CommandBlock label={t('clusters.stepApply')} command={commands.apply} />
          <CommandBlock label={t('clusters.rollout')} command={commands.rollout} />
          <p className={classes.note}>{t(`clusters.note.${platform}`)}</p>
        </Step>
        <Step title={t('clusters.stepCheck')} text={t('clusters.stepCheckText')}>
          <details className={classes.more}>
            <summary>{t('clusters.moreCommands')}</summary>
            <p className={classes.note}>{t('clusters.logsText')}</p>
            <CommandBlock label={t('clusters.logs')} command={commands.logs} />
            <p className={classes.note}>{t('clusters.restartText')}</p>
            <CommandBlock label={t('clusters.restart')} command={commands.restart} />
            <p className={classes.note}>{t('clusters.outsideText')}</p>
            <CommandBlock label={t('clusters.outside')} command={commands.outside} />
            <p className={classes.note}>{t('clusters.removeText')}</p>
            <CommandBlock label={t('clusters.remove')} command={commands.remove} />
          </details>
        </Step>
      </ol>
    </Panel>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <h3 className={classes.stepTitle}>{title}</h3>
      <p className={classes.stepText}>{text}</p>
      {children}
    </li>
  );
}

/** Agents on other machines cannot connect to an address like http://localhost. */
export function LocalUrlWarning({ serverUrl }: { serverUrl: string }) {
  const t = useT();
  if (!isLocalUrl(serverUrl)) return null;
  return (
    <p className={classes.warning} role="note">
      <Icon name="mdi-alert" /> {t('clusters.localUrl', { url: serverUrl })}
    </p>
  );
}

function ManifestForm({ check, form }: InstallStepsProps) {
  const t = useT();
  const field = (name: ManifestField, label: string, hint: string, placeholder: string) => (
    <TextInput
      label={label}
      description={hint}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      {...form.input(name)}
    />
  );

  return (
    <CheckedForm {...form.frame}>
      {check && <LocalUrlWarning serverUrl={check.serverUrl} />}
      <details className={classes.more}>
        <summary>{t('clusters.options')}</summary>
        <div className={classes.options}>
          {field(
            'registry',
            t('clusters.registry'),
            t('clusters.registryHint'),
            'registry.example.com:5000/gwanje',
          )}
          {field('image', t('clusters.image'), t('clusters.imageHint'), check?.agentImage ?? '')}
          {field('namespace', t('clusters.namespace'), t('clusters.namespaceHint'), DEFAULT_NAMESPACE)}
          {field('proxy', t('clusters.proxy'), t('clusters.proxyHint'), 'http://proxy.example.com:3128')}
          <Checkbox
            label={t('clusters.kubeletInsecure')}
            description={t('clusters.kubeletInsecureHint')}
            {...form.flag('isKubeletInsecure')}
          />
          <Checkbox
            label={t('clusters.mayReadLogs')}
            description={t('clusters.mayReadLogsHint')}
            {...form.flag('mayReadLogs')}
          />
        </div>
      </details>
      <div className={classes.downloadLine}>
        <TextButton icon="mdi-download" variant="filled" type="submit" loading={form.isSaving}>
          {t('clusters.download')}
        </TextButton>
        {check && (
          <span className={classes.note}>
            {t('clusters.imageUsed')} <code>{shownImage(form.values, check.agentImage)}</code>
          </span>
        )}
      </div>
      <p className={classes.note}>
        <Icon name="mdi-key-outline" /> {t('clusters.tokenIssued')}
      </p>
    </CheckedForm>
  );
}

interface OfflinePanelProps {
  readonly check: InstallCheck | undefined;
  readonly options: ManifestDraft;
}

/** The image as a file, for clusters without access to a public registry. */
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

/** A command to copy. */
function CommandBlock({ label, command }: { label: string; command: string }) {
  const t = useT();
  const [notice, notify] = useNotice();
  async function copy(): Promise<void> {
    notify(t((await copyText(command)) ? 'clusters.copied' : 'clusters.notCopied'));
  }
  return (
    <div className={classes.command}>
      <pre className={classes.commandText}>
        <VisuallyHidden>{label}</VisuallyHidden>
        <code>{command}</code>
      </pre>
      <span className={classes.commandEnd}>
        <span role="status" className={classes.commandNotice}>
          {notice}
        </span>
        <IconButton
          icon={notice === null ? 'mdi-content-copy' : 'mdi-check'}
          label={t('clusters.copyNamed', { name: label })}
          variant="subtle"
          title={t('clusters.copy')}
          onClick={() => void copy()}
          size="md"
        />
      </span>
    </div>
  );
}
